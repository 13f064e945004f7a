// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/sweep/list.h"

#include <ctype.h>
#include <glob.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/text.h"
#include "workloads/trace.h"

enum { LONGEST_ITEM = 4096, MOST_DIGITS = 15, MOST_NUMBERS = 10000000, SHORTEST_RANGE = 3 };

static const int64_t largest_number = INT64_C(1000000000000000); // has one digit too many

// ---- Ranges -----------------------------------------------------------------

// A decimal number: whole / 10^decimals.
struct decimal {
    int64_t whole;
    int decimals;
};

// Reads the decimal at `*at` and moves behind it.
static bool read_decimal(const char **at, struct decimal *d)
{
    const bool negative = **at == '-';
    const char *c = *at + negative;
    int digits = 0;
    bool point = false;
    *d = (struct decimal){0};
    // A point that another follows is the sign of a range.
    for (; isdigit((unsigned char)*c) || (*c == '.' && !point && c[1] != '.'); c++) {
        if (*c == '.') {
            point = true;
            continue;
        }
        d->whole = 10 * d->whole + (*c - '0');
        d->decimals += point;
        if (++digits > MOST_DIGITS)
            return false;
    }
    if (negative)
        d->whole = -d->whole;
    *at = c;
    return digits > 0;
}

// Does it still fit when it is written with so many decimals?
static bool can_scale(struct decimal d, int decimals)
{
    int64_t size = d.whole < 0 ? -d.whole : d.whole;
    for (; d.decimals < decimals && size < INT64_MAX / 10; d.decimals++)
        size *= 10;
    return d.decimals >= decimals && size < INT64_MAX / 10;
}

static int64_t scaled(struct decimal d, int decimals)
{
    for (; d.decimals < decimals; d.decimals++)
        d.whole *= 10;
    return d.whole;
}

// Writes whole / 10^decimals without zeros at its end.
static void add_decimal(struct bf_text *to, int64_t whole, int decimals)
{
    while (decimals > 0 && whole % 10 == 0) {
        whole /= 10;
        decimals--;
    }
    int64_t unit = 1;
    for (int i = 0; i < decimals; i++)
        unit *= 10;
    const char *sign = whole < 0 ? "-" : "";
    const int64_t size = whole < 0 ? -whole : whole;
    bf_text_add(to, "%s%lld", sign, (long long)(size / unit));
    if (decimals > 0)
        bf_text_add(to, ".%0*lld", decimals, (long long)(size % unit));
}

struct range {
    struct decimal from, to, step;
    bool has_step;
};

static bool read_range(const char *text, struct range *r)
{
    if (!read_decimal(&text, &r->from) || text[0] != '.' || text[1] != '.')
        return false;
    text += 2;
    if (!read_decimal(&text, &r->to))
        return false;
    r->has_step = *text == '/';
    r->step = (struct decimal){.whole = 1};
    if (r->has_step) {
        text++;
        if (!read_decimal(&text, &r->step))
            return false;
    }
    return *text == '\0';
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

// `prefix` of `length` bytes goes in front of each number.
static enum bf_err expand_range(const char *item, size_t length, const struct range *r,
                                const struct bf_list_taker *to, struct bf_error *e)
{
    const int decimals = larger(r->from.decimals, larger(r->to.decimals, r->step.decimals));
    if (!can_scale(r->from, decimals) || !can_scale(r->to, decimals) ||
        !can_scale(r->step, decimals))
        return bf_error_set(e, BF_ERR_USAGE, "a range has numbers of too many digits; found '%s'",
                            item);
    const int64_t from = scaled(r->from, decimals), last = scaled(r->to, decimals);
    const int64_t step = scaled(r->step, decimals);
    if (decimals > 0 && !r->has_step)
        return bf_error_set(e, BF_ERR_USAGE,
                            "a range of decimals needs a step, as in 0.8..1.4/0.1; found '%s'",
                            item);
    if (step <= 0 || from > last)
        return bf_error_set(e, BF_ERR_USAGE,
                            "a range goes up, as in 1..20 or 0.8..1.4/0.1; found '%s'", item);
    if ((last - from) / step >= MOST_NUMBERS)
        return bf_error_set(e, BF_ERR_USAGE, "a range has at most %d numbers; found '%s'",
                            MOST_NUMBERS, item);
    for (int64_t n = from; n <= last; n += step) {
        char buffer[LONGEST_ITEM];
        struct bf_text text = bf_text_init(buffer, sizeof buffer);
        bf_text_add(&text, "%.*s", (int)length, item);
        add_decimal(&text, n, decimals);
        const enum bf_err err = to->take(to->self, buffer, e);
        if (err)
            return err;
    }
    return BF_OK;
}

static enum bf_err expand_item(const char *item, const struct bf_list_taker *to, struct bf_error *e)
{
    struct range range;
    const char *colon = strrchr(item, ':');
    const char *numbers = colon ? colon + 1 : item;
    if (!strstr(numbers, ".."))
        return to->take(to->self, item, e);
    if (!read_range(numbers, &range))
        return bf_error_set(e, BF_ERR_USAGE,
                            "expected a range such as 1..20 or 0.8..1.4/0.1, found '%s'", item);
    return expand_range(item, (size_t)(numbers - item), &range, to, e);
}

// ---- Ranges of numbers that are there ----------------------------------------

static const char *number_of(const char *item)
{
    const char *colon = strrchr(item, ':');
    return colon ? colon + 1 : item;
}

// Reads the number of an item. False for one that a range would write otherwise: `010`, `1e-05`.
static bool read_number(const char *item, struct decimal *d)
{
    char again[64];
    struct bf_text text = bf_text_init(again, sizeof again);
    const char *number = number_of(item), *at = number;
    if (!read_decimal(&at, d) || *at)
        return false;
    add_decimal(&text, d->whole, d->decimals);
    return strcmp(again, number) == 0;
}

// The way up from one item to the next. False: there is none, or none that a range could have.
static bool find_step(const char *from, const char *to, struct decimal *step)
{
    struct decimal a, b;
    const size_t prefix = (size_t)(number_of(from) - from);
    if ((size_t)(number_of(to) - to) != prefix || memcmp(from, to, prefix) != 0 ||
        !read_number(from, &a) || !read_number(to, &b))
        return false;
    step->decimals = larger(a.decimals, b.decimals);
    if (!can_scale(a, step->decimals) || !can_scale(b, step->decimals))
        return false;
    step->whole = scaled(b, step->decimals) - scaled(a, step->decimals);
    for (; step->decimals && step->whole % 10 == 0; step->decimals--)
        step->whole /= 10;
    return step->whole > 0 && step->whole < largest_number;
}

// How many items from the first on go up in equal steps; at least 1.
static size_t count_steps(char *const *items, size_t count, struct decimal *step)
{
    struct decimal next;
    size_t n = 1;
    if (count < 2 || !find_step(items[0], items[1], step))
        return n;
    for (n = 2; n < count && n < MOST_NUMBERS; n++)
        if (!find_step(items[n - 1], items[n], &next) || next.whole != step->whole ||
            next.decimals != step->decimals)
            break;
    return n;
}

void bf_list_fold(char *const *items, size_t count, struct bf_text *to)
{
    struct decimal step;
    for (size_t i = 0, n; i < count && !to->cut; i += n) {
        n = count_steps(items + i, count - i, &step);
        n = n < SHORTEST_RANGE ? 1 : n;
        bf_text_add(to, "%s%s", i ? ", " : "", items[i]);
        if (n == 1)
            continue;
        bf_text_add(to, "..%s", number_of(items[i + n - 1]));
        if (step.whole == 1 && !step.decimals && !strchr(number_of(items[i]), '.'))
            continue;
        bf_text_add(to, "/");
        add_decimal(to, step.whole, step.decimals);
    }
}

// ---- Items ------------------------------------------------------------------

// Copies [from, end) without the blanks around it.
static enum bf_err copy_item(const char *from, const char *end, char *to, struct bf_error *e)
{
    while (from < end && isspace((unsigned char)*from))
        from++;
    while (end > from && isspace((unsigned char)end[-1]))
        end--;
    const size_t n = (size_t)(end - from);
    if (n == 0)
        return bf_error_set(e, BF_ERR_USAGE, "a value is missing (a comma too many?)");
    if (n >= LONGEST_ITEM)
        return bf_error_set(e, BF_ERR_USAGE, "a value is longer than %d bytes", LONGEST_ITEM - 1);
    memcpy(to, from, n);
    to[n] = '\0';
    return BF_OK;
}

static const char *end_of_item(const char *at)
{
    return at + strcspn(at, ",");
}

// Is what follows the comma at `at` a parameter of a model (`procs=64`)?
static bool continues_model(const char *at)
{
    at++;
    while (isspace((unsigned char)*at))
        at++;
    const char *word = at;
    while (islower((unsigned char)*at))
        at++;
    return at > word && *at == '=';
}

static const char *end_of_trace(const char *at)
{
    const char *begin = at;
    while (isspace((unsigned char)*begin))
        begin++;
    const char *end = end_of_item(at);
    while (bf_trace_is_model(begin) && *end && continues_model(end))
        end = end_of_item(end + 1);
    return end;
}

static enum bf_err expand(const char *list, const char *(*end_of)(const char *at),
                          enum bf_err (*each)(const char *item, const struct bf_list_taker *to,
                                              struct bf_error *e),
                          const struct bf_list_taker *to, struct bf_error *e)
{
    char item[LONGEST_ITEM];
    for (const char *at = list;; at++) {
        const char *end = end_of(at);
        enum bf_err err = copy_item(at, end, item, e);
        if (!err)
            err = each(item, to, e);
        if (err)
            return err;
        at = end;
        if (!*at)
            return BF_OK;
    }
}

enum bf_err bf_list_expand(const char *list, const struct bf_list_taker *to, struct bf_error *e)
{
    return expand(list, end_of_item, expand_item, to, e);
}

// ---- Traces -----------------------------------------------------------------

static enum bf_err take_matches(const glob_t *found, const struct bf_list_taker *to,
                                struct bf_error *e)
{
    enum bf_err err = BF_OK;
    for (size_t i = 0; !err && i < found->gl_pathc; i++)
        err = to->take(to->self, found->gl_pathv[i], e);
    return err;
}

// Shells hand over the names of files, whatever is in them.
static bool is_file(const char *name)
{
    return access(name, F_OK) == 0;
}

// Blanks within a model's text would make another name of the same jobs.
static void remove_blanks(char *text)
{
    char *to = text;
    for (; *text; text++)
        if (!isspace((unsigned char)*text))
            *to++ = *text;
    *to = '\0';
}

static enum bf_err expand_trace(const char *item, const struct bf_list_taker *to,
                                struct bf_error *e)
{
    glob_t found = {0};
    if (bf_trace_is_model(item)) {
        char model[LONGEST_ITEM];
        bf_text_copy(model, sizeof model, item);
        remove_blanks(model);
        return to->take(to->self, model, e);
    }
    if (!item[strcspn(item, "*?[")] || is_file(item))
        return to->take(to->self, item, e);
    const int result = glob(item, GLOB_ERR, NULL, &found);
    enum bf_err err;
    if (result == GLOB_NOSPACE)
        err = bf_error_no_memory(e, 0, "the files that match a pattern");
    else if (result)
        err = bf_error_set(e, BF_ERR_USAGE, "no file matches '%s'", item);
    else
        err = take_matches(&found, to, e);
    globfree(&found);
    return err;
}

enum bf_err bf_list_expand_traces(const char *list, const struct bf_list_taker *to,
                                  struct bf_error *e)
{
    if (strchr(list, ',') && is_file(list))
        return to->take(to->self, list, e);
    return expand(list, end_of_trace, expand_trace, to, e);
}
