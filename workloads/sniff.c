// SPDX-License-Identifier: GPL-3.0-or-later
//
// Texts that are called SWF and are not. A log with bad lines is a log all the same: a text is
// refused here only when none of its first lines is a job line.
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "workloads/swf_internal.h"

enum { LINES_TRIED = 20, BINARY_LOOK = 4096, SHOWN = 40 };

// What was found in the first block.
struct sample {
    const char *bytes; // the block
    size_t size;
    const char *line; // the first line that is neither comment nor blank; NULL: none
    size_t length;
    uint64_t number;         // of that line
    bool has_job;            // one of the lines tried is a job line
    bool hash_first;         // the first line begins with '#'
    struct bf_swf_line flaw; // of the first line
};

static void try_line(struct sample *s, const char *text, size_t length, uint64_t number)
{
    struct bf_swf_line parsed;
    s->has_job |= bf_swf_parse(text, length, &parsed);
    if (s->line)
        return;
    s->line = text;
    s->length = length;
    s->number = number;
    s->hash_first = *text == '#';
    s->flaw = parsed;
}

static struct sample take_sample(const char *bytes, size_t n, bool whole)
{
    struct sample s = {.bytes = bytes, .size = n};
    uint64_t number = 0;
    int tried = 0;
    for (const char *at = bytes; at < bytes + n && tried < LINES_TRIED;) {
        const char *end = memchr(at, '\n', (size_t)(bytes + n - at));
        if (!end && !whole && s.line)
            break; // a line that goes on in the next block
        if (!end)
            end = bytes + n;
        const char *text = bf_swf_skip_blanks(at);
        number++;
        if (text < end && *text != ';') {
            try_line(&s, text, (size_t)(end - text), number);
            tried++;
        }
        at = end + 1;
    }
    return s;
}

static bool starts_with(const struct sample *s, const char *magic, size_t length)
{
    return s->size >= length && memcmp(s->bytes, magic, length) == 0;
}

static const char *known_magic(const struct sample *s)
{
    static const struct {
        const char *magic;
        size_t length;
        const char *what;
    } known[] = {{"\x89HDF", 4, "an HDF5 file"},
                 {"PK\3\4", 4, "a zip archive; unpack it first"},
                 {"BZh", 3, "a bzip2 file; unpack it first (bunzip2)"},
                 {"\xfd"
                  "7zXZ",
                  5, "an xz file; unpack it first (unxz)"},
                 {"\x28\xb5\x2f\xfd", 4, "a zstd file; unpack it first (unzstd)"},
                 {"\x7f"
                  "ELF",
                  4, "a program"},
                 {"%PDF", 4, "a PDF document"},
                 {"SQLite format 3", 15, "an SQLite database"},
                 {"PAR1", 4, "a Parquet file"},
                 {"\xff\xfe", 2, "UTF-16 text; convert it first (iconv -f UTF-16 -t ASCII)"},
                 {"\xfe\xff", 2, "UTF-16 text; convert it first (iconv -f UTF-16 -t ASCII)"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (starts_with(s, known[i].magic, known[i].length))
            return known[i].what;
    if (s->size > 262 && memcmp(s->bytes + 257, "ustar", 5) == 0)
        return "a tar archive; unpack it first (tar -xf)";
    return NULL;
}

static bool is_binary(const struct sample *s)
{
    const size_t n = s->size < BINARY_LOOK ? s->size : BINARY_LOOK;
    size_t control = 0;
    for (size_t i = 0; i < n; i++) {
        const unsigned char c = (unsigned char)s->bytes[i];
        control += c < 0x20 && !strchr("\t\n\v\f\r", c ? c : 'x');
    }
    return control * 50 > n; // text has next to none
}

static size_t count_in_line(const struct sample *s, char c)
{
    size_t count = 0;
    for (size_t i = 0; i < s->length; i++)
        count += s->line[i] == c;
    return count;
}

static bool line_starts_with(const struct sample *s, const char *word)
{
    return s->length >= strlen(word) && strncasecmp(s->line, word, strlen(word)) == 0;
}

static bool line_mentions(const struct sample *s, const char *word)
{
    return memmem(s->line, s->length, word, strlen(word)) != NULL;
}

// A Grid Workload Format log begins with '#'; its numeric lines could be taken for SWF with extra
// fields.
static bool is_gwf(const struct sample *s)
{
    return s->hash_first && (line_mentions(s, "GWF") || line_mentions(s, "GWA") ||
                             line_mentions(s, "JobID") || line_mentions(s, "Grid Workload"));
}

// Lines that end with CR alone, as on old Macs: the whole text would be one line.
static bool has_lone_returns(const char *bytes, size_t n)
{
    const char *found = memchr(bytes, '\r', n);
    return found && found + 1 < bytes + n && !memchr(bytes, '\n', n);
}

static const char *looks_like(const struct sample *s)
{
    const char *what = known_magic(s);
    if (what)
        return what;
    if (is_binary(s))
        return "a binary file";
    if (*s->line == '{' || *s->line == '[')
        return "JSON";
    if (*s->line == '<')
        return "HTML or XML";
    if (line_starts_with(s, "usage"))
        return "a program's usage message";
    if (is_gwf(s))
        return "Grid Workload Format (GWF); convert it to SWF first";
    if (count_in_line(s, ';') >= 3)
        return "columns separated by ';'";
    if (count_in_line(s, ',') >= 3)
        return "comma-separated columns (CSV)";
    return NULL;
}

enum bf_err bf_swf_sniff(const char *file, const char *bytes, size_t n, bool whole,
                         struct bf_error *e)
{
    char why[128];
    if (has_lone_returns(bytes, n))
        return bf_error_set(e, BF_ERR_INPUT,
                            "%s: its lines end with CR alone; convert it first "
                            "(tr '\\r' '\\n')",
                            file);
    struct sample s = take_sample(bytes, n, whole);
    if (!s.line || (s.has_job && !is_gwf(&s)))
        return BF_OK;
    const char *what = looks_like(&s);
    if (what)
        return bf_error_set(e, BF_ERR_INPUT, "%s: is no SWF log, it looks like %s", file, what);
    bf_swf_explain(&s.flaw, why, sizeof why);
    const int shown = s.length < SHOWN ? (int)s.length : SHOWN;
    return bf_error_set(e, BF_ERR_INPUT,
                        "%s:%llu: is no SWF log: %s in the first line of data, '%.*s%s', and none "
                        "of the lines that follow it is better",
                        file, (unsigned long long)s.number, why, shown, s.line,
                        s.length > SHOWN ? "..." : "");
}
