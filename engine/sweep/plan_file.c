// SPDX-License-Identifier: GPL-3.0-or-later
//
// inih tells a handler neither the line nor whether a setting goes on from the line before; both
// are seen by the function through which it gets its lines.
#include "engine/sweep/plan_file.h"

#include <ctype.h>
#include <errno.h>
#include <ini.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "policies/policies.h"

struct reading {
    const char *path;
    FILE *file;
    int line;
    bool more;     // the line begins with a blank
    bool too_long; // a line that does not fit inih's buffer
    bool open;     // the section has a list that may go on
    bool no_text;  // a line with bytes that no text has
    int title;     // the line of the sweep's name
    struct bf_axes *axes;
    enum bf_err err; // the first
    struct bf_error *e;
};

static struct bf_where here(const struct reading *r)
{
    return (struct bf_where){r->path, r->line};
}

static enum bf_err wrong(struct reading *r, const char *what, const char *found,
                         const char *const *words)
{
    char text[256];
    struct bf_text t = bf_text_init(text, sizeof text);
    const struct bf_where where = here(r);
    bf_text_add(&t, "there is no %s '%s'", what, found);
    bf_text_suggest(&t, found, words, "expected");
    if (!bf_text_nearest(found, words))
        for (int i = 0; words[i]; i++)
            bf_text_add(&t, "%s%s", i ? ", " : " ", words[i]);
    return bf_where_error(&where, "", text, r->e);
}

// ---- Sections ---------------------------------------------------------------

static const char *const sections[] = {"sweep", "axes", "options", NULL};
static const char blanks[] = " \t\v\f\r\n";

// The name of a section without blanks around it.
static void trim_section(char *to, size_t size, const char *text, size_t length)
{
    while (length && isspace((unsigned char)*text)) {
        text++;
        length--;
    }
    while (length && isspace((unsigned char)text[length - 1]))
        length--;
    bf_text_copy(to, length + 1 < size ? length + 1 : size, text);
}

// The policy of [axes POLICY]; NULL: another section.
static const char *policy_of(const char *section)
{
    const size_t n = strlen("axes");
    if (strncmp(section, "axes", n) != 0 || !isspace((unsigned char)section[n]))
        return NULL;
    return section + n + strspn(section + n, blanks);
}

static enum bf_err check_section(struct reading *r, const char *section)
{
    const struct bf_where where = here(r);
    const char *name = policy_of(section);
    const struct bf_policy *policy;
    for (int i = 0; !name && sections[i]; i++)
        if (strcmp(section, sections[i]) == 0)
            return BF_OK;
    if (!name)
        return wrong(r, "section", section, sections);
    const enum bf_err err = bf_policy_find(name, &policy, r->e);
    return err ? bf_where_error(&where, "", r->e->text, r->e) : BF_OK;
}

// The end of a section's name, as inih finds it: a comment ends the line. NULL: there is none.
static const char *end_of_section(const char *name)
{
    for (const char *at = name; *at; at++) {
        if (*at == ']')
            return at;
        if (*at == ';' && isspace((unsigned char)at[-1]))
            return NULL;
    }
    return NULL;
}

// inih tells of a section at its first setting only, and of an empty one never. A line that it
// takes for no section is left to its own complaint.
static void look_for_section(struct reading *r, const char *line)
{
    static const char mark[] = "\xef\xbb\xbf"; // of UTF-8; inih passes over it, too
    char section[64];
    if (r->line == 1 && strncmp(line, mark, strlen(mark)) == 0)
        line += strlen(mark);
    const char *begin = line + strspn(line, blanks);
    const char *end = *begin == '[' ? end_of_section(begin + 1) : NULL;
    if (!end || (r->open && begin > line))
        return;
    trim_section(section, sizeof section, begin + 1, (size_t)(end - begin - 1));
    r->open = false;
    r->err = check_section(r, section);
}

// ---- Lines and settings -----------------------------------------------------

// Control characters, or a zero byte, behind which fgets goes on but the line seems to end.
static bool is_no_text(const char *line, size_t n, bool whole)
{
    if (n == 0 || (line[n - 1] != '\n' && !whole))
        return true;
    for (size_t i = 0; i < n; i++)
        if (iscntrl((unsigned char)line[i]) && !strchr(blanks, line[i]))
            return true;
    return false;
}

static char *next_line(char *line, int size, void *stream)
{
    struct reading *r = stream;
    if (r->err || r->too_long || r->no_text || !fgets(line, size, r->file))
        return NULL;
    r->line++;
    const size_t n = strlen(line);
    const bool full = n + 1 == (size_t)size;
    r->more = line[0] == ' ' || line[0] == '\t';
    r->no_text = is_no_text(line, n, full || feof(r->file));
    r->too_long = !r->no_text && full && line[n - 1] != '\n' && !feof(r->file);
    if (!r->too_long && !r->no_text)
        look_for_section(r, line);
    return r->too_long || r->no_text || r->err ? NULL : line;
}

// The name of a sweep may go on in the next line, as lists do.
static enum bf_err take_title(struct reading *r, const char *value)
{
    char text[1024];
    struct bf_text t = bf_text_init(text, sizeof text);
    const struct bf_where where = here(r);
    if (r->title && !r->more) {
        bf_text_add(&t, "is given twice: first in line %d", r->title);
        return bf_where_error(&where, "name", text, r->e);
    }
    bf_text_add(&t, "%s%s%s", r->title ? r->axes->title : "", r->title ? " " : "", value);
    r->title = r->line;
    free(r->axes->title);
    r->axes->title = strdup(text);
    return r->axes->title ? BF_OK : bf_error_no_memory(r->e, strlen(text), "a title");
}

static enum bf_err take_sweep(struct reading *r, const char *name, const char *value)
{
    static const char *const words[] = {"name", NULL};
    if (strcmp(name, "name") != 0)
        return wrong(r, "setting of a sweep", name, words);
    return take_title(r, value);
}

static enum bf_err misplaced(struct reading *r, const char *name)
{
    char text[256];
    struct bf_text t = bf_text_init(text, sizeof text);
    const struct bf_where where = here(r);
    bf_text_add(&t, "'%s' is in no section; expected [axes] (or sweep, options) above it", name);
    return bf_where_error(&where, "", text, r->e);
}

static enum bf_err take(struct reading *r, const char *section, const char *name, const char *value)
{
    if (!*section)
        return misplaced(r, name);
    const enum bf_err err = check_section(r, section);
    if (err)
        return err;
    if (strcmp(section, "sweep") == 0)
        return take_sweep(r, name, value);
    if (strcmp(section, "axes") == 0)
        return bf_axes_set(r->axes, NULL, name, value, here(r), r->more, r->e);
    if (strcmp(section, "options") == 0)
        return bf_axes_set_option(r->axes, name, value, here(r), r->more, r->e);
    return bf_axes_set(r->axes, policy_of(section), name, value, here(r), r->more, r->e);
}

// inih leaves comments in lines that go on. A comma at the end of a line means that the list goes
// on, or is a slip that does no harm.
static void trim(char *list)
{
    size_t n = 0;
    while (list[n] && !(list[n] == ';' && n && isspace((unsigned char)list[n - 1])))
        n++;
    while (n && isspace((unsigned char)list[n - 1]))
        n--;
    if (n && list[n - 1] == ',')
        n--;
    list[n] = '\0';
}

// Returns 1, inih's word for going on.
static int handle(void *user, const char *section, const char *name, const char *value)
{
    struct reading *r = user;
    char copy[1024], trimmed[64];
    if (r->err)
        return 1;
    trim_section(trimmed, sizeof trimmed, section, strlen(section));
    r->open = true;
    bf_text_copy(copy, sizeof copy, value);
    trim(copy);
    r->err = take(r, trimmed, name, copy);
    return 1;
}

static enum bf_err report(struct reading *r, int result)
{
    const struct bf_where where = {r->path, result}, last = here(r);
    // inih complains and goes on, while what we find ends the reading: the first of both counts.
    const bool earlier = result > 0 && result < r->line;
    if (r->err && !earlier)
        return r->err;
    if (r->too_long && !earlier)
        return bf_where_error(&last, "",
                              "the line is too long (198 bytes at most); a list may go "
                              "on in the next line, behind a blank",
                              r->e);
    if (r->no_text && !earlier)
        return bf_where_error(
            &last, "", "this is no text; a plan has lines [section], name = list or ; comment",
            r->e);
    if (result > 0)
        return bf_where_error(&where, "", "expected [section], name = list or ; comment", r->e);
    return BF_OK;
}

enum bf_err bf_plan_file_read(const char *path, struct bf_axes *axes, struct bf_error *e)
{
    struct reading r = {.path = path, .axes = axes, .e = e};
    axes->plan_file = path;
    r.file = fopen(path, "r");
    if (!r.file)
        return bf_error_set(e, BF_ERR_INPUT, "%s: cannot read the plan: %s", path, strerror(errno));
    const int result = ini_parse_stream(next_line, &r, handle, &r);
    const bool failed = ferror(r.file);
    fclose(r.file);
    if (failed)
        return bf_error_set(e, BF_ERR_INPUT, "%s: cannot read the plan: it is no file, or broken",
                            path);
    return report(&r, result);
}
