// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/report/html.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/text.h"

static const char *entity(char c)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return NULL;
    }
}

void bf_html_text(struct bf_buffer *page, const char *text)
{
    while (*text) {
        const size_t n = bf_utf8_length(text);
        const unsigned char c = (unsigned char)text[0];
        const bool control = (c < 0x20 && c != '\n' && c != '\t') || c == 0x7f;
        if (!n || control)
            bf_buffer_bytes(page, "\xef\xbf\xbd", 3);
        else if (n == 1 && entity(text[0]))
            bf_buffer_add(page, "%s", entity(text[0]));
        else
            bf_buffer_bytes(page, text, n);
        text += n ? n : 1;
    }
}

void bf_html_list(struct bf_buffer *page, const char *text)
{
    char piece[256];
    while (*text) {
        const size_t n = strcspn(text, ",") + 1;
        bf_text_copy(piece, n < sizeof piece ? n + 1 : sizeof piece, text);
        bf_html_text(page, piece);
        text += strlen(piece);
        if (*text)
            bf_buffer_add(page, "<wbr>");
    }
}

// Appends one value by its conversion `spec` ("%.3f"), which ends in its letter.
static void put_value(struct bf_buffer *page, const char *spec, va_list *args)
{
    const char *length = spec + strspn(spec, "%+-# 0123456789.");
    const bool is_long = length[0] == 'l';
    char text[64];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    if (strchr("gf", length[0]))
        snprintf(text, sizeof text, spec, va_arg(*args, double));
    else if (length[0] == 'z' || (is_long && length[1] != 'l'))
        snprintf(text, sizeof text, spec, va_arg(*args, long));
    else if (is_long)
        snprintf(text, sizeof text, spec, va_arg(*args, long long));
    else
        snprintf(text, sizeof text, spec, va_arg(*args, int));
#pragma GCC diagnostic pop
    bf_html_text(page, text);
}

void bf_html_put(struct bf_buffer *page, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    while (*format) {
        const size_t plain = strcspn(format, "%");
        bf_buffer_bytes(page, format, plain);
        format += plain;
        if (!*format)
            break;
        const size_t length = 1 + strcspn(format + 1, "scdugf%") + 1;
        char spec[16];
        bf_text_copy(spec, length < sizeof spec ? length + 1 : sizeof spec, format);
        format += length;
        if (spec[length - 1] == '%')
            bf_buffer_bytes(page, "%", 1);
        else if (spec[length - 1] == 's')
            bf_html_text(page, va_arg(args, const char *));
        else
            put_value(page, spec, &args);
    }
    va_end(args);
}

// Digits behind the point that make about four in all.
static int decimals(double value)
{
    const double size = fabs(value);
    if (size == 0 || size >= 1000)
        return 0;
    if (size >= 100)
        return 1;
    return size >= 10 ? 2 : size >= 1 ? 3 : 4;
}

// Puts narrow spaces between the thousands of a decimal text of five digits or more.
static void part_thousands(char *text)
{
    char from[BF_NUMBER_TEXT_SIZE];
    bf_text_copy(from, sizeof from, text);
    const size_t sign = strspn(from, "+-"), digits = strspn(from + sign, "0123456789");
    if (digits < 5)
        return;
    struct bf_text to = bf_text_init(text, BF_NUMBER_TEXT_SIZE);
    for (size_t i = 0; i < sign + digits; i++) {
        if (i > sign && (sign + digits - i) % 3 == 0)
            bf_text_add(&to, "\xe2\x80\xaf");
        bf_text_add(&to, "%c", from[i]);
    }
    bf_text_add(&to, "%s", from + sign + digits);
}

const char *bf_number_text(char *text, double value, enum bf_number_kind kind)
{
    if (isnan(value))
        return strcpy(text, "\xe2\x80\x93");
    if (isinf(value))
        return strcpy(text, value < 0 ? "\xe2\x88\x92\xe2\x88\x9e" : "\xe2\x88\x9e");
    if (fabs(value) >= 1e12) {
        snprintf(text, BF_NUMBER_TEXT_SIZE, "%.3g", value);
        return text;
    }
    switch (kind) {
    case BF_NUMBER_COUNT:
        snprintf(text, BF_NUMBER_TEXT_SIZE, "%.0f", value);
        break;
    case BF_NUMBER_PERCENT:
        snprintf(text, BF_NUMBER_TEXT_SIZE, "%.1f", 100 * value);
        break;
    case BF_NUMBER_CHANGE:
        snprintf(text, BF_NUMBER_TEXT_SIZE, "%+.*f", fabs(value) < 9.995 ? 1 : 0, 100 * value);
        break;
    default:
        snprintf(text, BF_NUMBER_TEXT_SIZE, "%.*f", decimals(value), value);
    }
    part_thousands(text);
    if (text[0] == '-') { // a minus sign, not a hyphen
        char rest[BF_NUMBER_TEXT_SIZE];
        bf_text_copy(rest, sizeof rest, text + 1);
        snprintf(text, BF_NUMBER_TEXT_SIZE, "\xe2\x88\x92%.56s", rest);
    }
    return text;
}

void bf_html_number(struct bf_buffer *page, double value, enum bf_number_kind kind)
{
    char full[BF_DOUBLE_TEXT_SIZE], shown[BF_NUMBER_TEXT_SIZE];
    bf_text_double(full, value);
    bf_number_text(shown, value, kind);
    if (isnan(value) || !strcmp(full, shown))
        bf_html_put(page, "<data value=\"%s\">%s</data>", full, shown);
    else
        bf_html_put(page, "<data value=\"%s\" title=\"%s\">%s</data>", full, full, shown);
}

void bf_html_cell(struct bf_buffer *page, double value, double low, double high,
                  enum bf_number_kind kind)
{
    char a[BF_NUMBER_TEXT_SIZE], b[BF_NUMBER_TEXT_SIZE];
    bf_html_put(page, "<td class=\"n\">");
    bf_html_number(page, value, kind);
    if (!isnan(low) && !isnan(high))
        bf_html_put(page, "<span class=\"ci\">%s to %s</span>", bf_number_text(a, low, kind),
                    bf_number_text(b, high, kind));
    bf_html_put(page, "</td>");
}
