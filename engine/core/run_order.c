// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/core/run_order.h"

#include <stdbool.h>
#include <string.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

// The digits at `*at` without leading zeros; moves behind them.
static size_t take_digits(const char **at, const char **digits)
{
    while (**at == '0')
        ++*at;
    *digits = *at;
    while (is_digit(**at))
        ++*at;
    return (size_t)(*at - *digits);
}

// Compares whole numbers at both places and moves behind them.
static int compare_numbers(const char **a, const char **b)
{
    const char *x, *y;
    const size_t n = take_digits(a, &x), m = take_digits(b, &y);
    if (n != m)
        return n < m ? -1 : 1;
    return memcmp(x, y, n);
}

// Is there a word that begins with `skip`? Moves behind it and the blank in front of it.
static void pass_over(const char **at, const char *begin, const char *skip)
{
    const size_t n = skip ? strlen(skip) : 0;
    while (n) {
        const char *word = *at;
        if (*word == ' ')
            word++;
        else if (word != begin)
            return;
        if (strncmp(word, skip, n) != 0)
            return;
        *at = word + strcspn(word, " ");
    }
}

// The words that two texts begin with alike, up to the blank behind them, can be passed over: texts
// that are compared differ late, as a rule.
static size_t common_words(const char *a, const char *b)
{
    size_t n = 0;
    while (a[n] && a[n] == b[n])
        n++;
    if (a[n] == b[n])
        return n;
    while (n > 0 && a[n - 1] != ' ')
        n--;
    return n ? n - 1 : 0;
}

int bf_run_text_compare(const char *a, const char *b, const char *skip)
{
    const char *const first_a = a, *const first_b = b;
    const size_t common = common_words(a, b);
    a += common;
    b += common;
    bool fraction = false; // digits behind a point are compared one by one
    for (;;) {
        pass_over(&a, first_a, skip);
        pass_over(&b, first_b, skip);
        if (is_digit(*a) && is_digit(*b) && !fraction) {
            const int order = compare_numbers(&a, &b);
            if (order)
                return order;
            continue;
        }
        if (*a != *b)
            return (unsigned char)*a < (unsigned char)*b ? -1 : 1;
        if (!*a)
            return 0;
        fraction = *a == '.' || (fraction && is_digit(*a));
        a++;
        b++;
    }
}

// Where the scheduler's side of a canonical text begins.
static const char *scheduling(const char *config)
{
    const char *found = strstr(config, "policy=");
    return found ? found : config;
}

static int compare_unsigned(uint64_t a, uint64_t b)
{
    return a < b ? -1 : a > b;
}

static int compare_doubles(double a, double b)
{
    return a < b ? -1 : a > b;
}

int bf_run_row_compare(const struct bf_run_row *a, const struct bf_run_row *b)
{
    int order = strcmp(a->trace, b->trace);
    if (!order)
        order = strcmp(a->policy, b->policy);
    if (!order)
        order = bf_run_text_compare(scheduling(a->config), scheduling(b->config), "seed=");
    if (!order)
        order = compare_doubles(a->load, b->load);
    if (!order) // whole texts: the scheduler's side is the same, or differs in the seed alone
        order = bf_run_text_compare(a->config, b->config, "seed=");
    if (!order)
        order = compare_unsigned(a->seed, b->seed);
    return order ? order : strcmp(a->key, b->key);
}
