// SPDX-License-Identifier: GPL-3.0-or-later
//
// Files as they come: gzip in all its forms, line ends, marks, and what is no log at all.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/seed.h"
#include "tests/unit/trace_fixture.h"
#include "workloads/lines_internal.h"
#include "workloads/output_internal.h"

#define JOB(number, submit) #number " " #submit " -1 60 4 -1 -1 4 100 -1 1 1 -1 -1 -1 -1 -1 -1\n"
#define HEADER              "; MaxProcs: 8\n"

// The text as gzip, by the writer of the project.
static char *gzip_of(const char *text, size_t *n)
{
    struct bf_output *out;
    struct bf_error e = {0};
    const char *path = path_of("packed.gz");
    assert_ok(bf_output_open(path, &out, &e), e);
    bf_output_add(out, text, strlen(text));
    assert_ok(bf_output_close(out, &e), e);
    return bf_test_read(path, n);
}

static void gzip_is_known_by_its_content(void **state)
{
    size_t n;
    (void)state;
    char *packed = gzip_of(HEADER JOB(1, 0) JOB(2, 5), &n);
    struct bf_trace *a = load_path(write_bytes("no-gz-in-the-name.swf", packed, n));
    struct bf_trace *b = load_text("plain.swf.gz", HEADER JOB(1, 0) JOB(2, 5));
    assert_int_equal(a->jobs.count, 2);
    assert_same_jobs(&a->jobs, &b->jobs);
    assert_string_equal(a->row.hash, b->row.hash); // the hash is that of the text
    bf_trace_destroy(a);
    bf_trace_destroy(b);
    free(packed);
}

static void several_members_are_one_text(void **state)
{
    size_t n, m;
    char both[4096];
    (void)state;
    char *first = gzip_of(HEADER "1 0 -1 60 4 -1 -1 4 10", &n); // cut in the middle of a number
    char *second = gzip_of("0 -1 1 1 -1 -1 -1 -1 -1 -1\n" JOB(2, 5), &m);
    memcpy(both, first, n);
    memcpy(both + n, second, m);
    struct bf_trace *t = load_path(write_bytes("members.gz", both, n + m));
    assert_int_equal(t->jobs.count, 2);
    assert_int_equal(t->jobs.request[0], 100);
    bf_trace_destroy(t);
    memset(both + n + m, 0, 512); // as tapes fill their blocks
    t = load_path(write_bytes("padded.gz", both, n + m + 512));
    assert_int_equal(t->jobs.count, 2);
    bf_trace_destroy(t);
    memcpy(both + n, "junk", 4);
    struct bf_trace_options o = options_for(write_bytes("junk.gz", both, n + 4));
    char at[64];
    snprintf(at, sizeof at, "followed by something else at byte %zu", n);
    EXPECT_INPUT_ERROR(&o, "junk.gz", at);
    free(first);
    free(second);
}

// At whatever byte a gzip file is cut, it is an error that names the place; no part passes as the
// whole.
static void a_cut_gzip_is_an_error_at_every_byte(void **state)
{
    size_t n;
    char at[64];
    (void)state;
    char *packed = gzip_of(HEADER JOB(1, 0) JOB(2, 5) JOB(3, 9), &n);
    for (size_t cut = 2; cut < n; cut++) {
        struct bf_trace_options o = options_for(write_bytes("cut.gz", packed, cut));
        snprintf(at, sizeof at, "cut short at byte %zu ", cut);
        EXPECT_INPUT_ERROR(&o, "cut.gz: gzip data is cut short", at);
    }
    free(packed);
}

// A flipped bit is found, as corrupt data or at the latest by the checksum, unless it is one of the
// few that carry nothing (padding before the checksum): then the text is the same.
static void a_corrupt_gzip_is_an_error(void **state)
{
    size_t n;
    int harmless = 0;
    (void)state;
    char *packed = gzip_of(HEADER JOB(1, 0) JOB(2, 5) JOB(3, 9), &n);
    struct bf_trace *right = load_path(write_bytes("right.gz", packed, n));
    for (size_t at = 10; at < n; at++) { // before: the header of the member
        struct bf_trace *t = NULL;
        struct bf_error e = {0};
        packed[at] = (char)(packed[at] ^ 0x10);
        struct bf_trace_options o = options_for(write_bytes("corrupt.gz", packed, n));
        if (bf_trace_load(&o, &t, &e) == BF_OK) {
            assert_string_equal(t->row.hash, right->row.hash);
            bf_trace_destroy(t);
            harmless++;
        } else {
            assert_non_null(strstr(e.text, "corrupt.gz: gzip data is "));
            assert_non_null(strstr(e.text, "at byte "));
        }
        packed[at] = (char)(packed[at] ^ 0x10);
    }
    assert_true(harmless <= 1);
    bf_trace_destroy(right);
    free(packed);
}

static void line_ends_and_marks(void **state)
{
    static const char *const texts[] = {
        "; MaxProcs: 8\r\n1 0 -1 60 4 -1 -1 4 100 -1 1 1 -1 -1 -1 -1 -1 -1\r\n",
        "\xef\xbb\xbf; MaxProcs: 8\n" JOB(1, 0),
        "; MaxProcs: 8\n1 0 -1 60 4 -1 -1 4 100 -1 1 1 -1 -1 -1 -1 -1 -1", // no final newline
        "; MaxProcs: 8\n\n   \n\t\n" JOB(1, 0) "  \n; the end\n   ; indented\n \r\n",
        "; MaxProcs: 8\n\t1\t0\t-1\t60\t4\t-1\t-1\t4\t100\t-1\t1\t1\t-1\t-1\t-1\t-1\t-1\t-1\t\n"};
    static const uint64_t lines[] = {2, 2, 2, 9, 2};
    static const uint64_t blank[] = {0, 0, 0, 5, 0};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct bf_trace *t = load_text("ends.swf", texts[i]);
        assert_int_equal(t->jobs.count, 1);
        assert_int_equal(t->procs, 8);
        assert_int_equal(t->jobs.submit[0], 0);
        assert_int_equal(t->jobs.request[0], 100);
        assert_int_equal(t->row.lines, lines[i]);
        assert_int_equal(t->row.blank, blank[i]);
        assert_adds_up(&t->row);
        bf_trace_destroy(t);
    }
}

// Lines of every length come out as they went in, whatever the blocks they are read in.
static void lines_come_out_as_they_went_in(void **state)
{
    enum { SIZE = 3000000 };
    char *text = malloc(SIZE), *again = malloc(SIZE + 1);
    size_t at = 0, back = 0;
    struct bf_lines *lines;
    struct bf_line line;
    struct bf_error e = {0};
    (void)state;
    for (uint64_t i = 0; at < SIZE; i++) {
        const uint64_t bits = bf_seed_bits(5, BF_STREAM_TEST, i);
        size_t n = (size_t)(bits % (bits & 1 << 20 ? 100 : 200000));
        for (; n && at < SIZE - 1; n--)
            text[at++] = (char)('a' + n % 26);
        text[at++] = '\n';
    }
    const char *path = write_bytes("lines.txt", text, SIZE);
    assert_ok(bf_lines_open(path, &lines, &e), e);
    uint64_t number = 0;
    for (;;) {
        assert_ok(bf_lines_next(lines, &line, &e), e);
        if (!line.text)
            break;
        assert_int_equal(line.number, ++number);
        assert_int_equal(line.text[line.length], '\n');
        memcpy(again + back, line.text, line.length + 1);
        back += line.length + 1;
    }
    assert_int_equal(back, SIZE);
    assert_memory_equal(text, again, SIZE);
    assert_int_equal(bf_lines_bytes(lines), SIZE);
    bf_lines_close(lines);
    free(text);
    free(again);
}

static void an_endless_line_is_refused(void **state)
{
    enum { SIZE = 5 << 20 };
    char *text = malloc(SIZE);
    (void)state;
    memset(text, ' ', SIZE);
    memcpy(text, HEADER JOB(1, 0), strlen(HEADER JOB(1, 0)));
    struct bf_trace_options o = options_for(write_bytes("endless.swf", text, SIZE));
    EXPECT_INPUT_ERROR(&o, "endless.swf:3: a line longer than 1048576 bytes");
    free(text);
}

static void places_that_cannot_be_read(void **state)
{
    struct bf_trace_options o = options_for("/nonexistent/log.swf");
    (void)state;
    EXPECT_INPUT_ERROR(&o, "/nonexistent/log.swf: there is no such file");
    o.source = "/";
    EXPECT_INPUT_ERROR(&o, "/: is a directory");
    o.source = write_text("empty.swf", "");
    EXPECT_INPUT_ERROR(&o, "empty.swf: is empty");
    size_t n;
    char *packed = gzip_of("", &n);
    o.source = write_bytes("empty.gz", packed, n);
    EXPECT_INPUT_ERROR(&o, "empty.gz: is empty");
    free(packed);
    o.source = write_text("locked.swf", HEADER JOB(1, 0));
    assert_int_equal(chmod(o.source, 0), 0);
    if (access(o.source, R_OK) != 0) // the superuser reads everything
        EXPECT_INPUT_ERROR(&o, "locked.swf: cannot be opened: Permission denied");
}

static void standard_input_is_a_file_like_any_other(void **state)
{
    (void)state;
    const int keep = dup(STDIN_FILENO);
    const int file = open(write_text("in.swf", HEADER JOB(1, 0) JOB(2, 3)), O_RDONLY);
    dup2(file, STDIN_FILENO);
    struct bf_trace *t = load_path("-");
    assert_int_equal(t->jobs.count, 2);
    bf_trace_destroy(t);
    struct bf_trace_options o = options_for("-"); // it has ended by now
    EXPECT_INPUT_ERROR(&o, "standard input: is empty");
    dup2(keep, STDIN_FILENO);
    close(keep);
    close(file);
}

static void other_formats_are_named(void **state)
{
    static const struct {
        const char *text, *what;
    } cases[] = {
        {"job;submit;wait;run;procs\n1;0;5;100;4\n2;3;5;100;4\n", "columns separated by ';'"},
        {"JobID,Submit,Start,End,NCPUS\n1,0,5,100,4\n", "comma-separated columns (CSV)"},
        {"{\"jobs\": [\n{\"id\": 1, \"subtime\": 0}\n]}\n", "JSON"},
        {"[\n 1, 2\n]\n", "JSON"},
        {"<!DOCTYPE html>\n<html><head>\n", "HTML or XML"},
        {"Usage: convert [-h] FILE\n  -h  help\n", "a program's usage message"},
        {"# JobID SubmitTime WaitTime RunTime NProcs\n"
         "0 1109616000 -1 30 1 -1 -1 1 30 -1 1 1 1 1 1 1 1 1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1\n",
         "Grid Workload Format"},
        {"\x7f"
         "ELF\2\1\1",
         "a program"},
        {"PK\3\4 something", "a zip archive"},
        {"BZh91AY&SY", "a bzip2 file"},
        {"\xfd"
         "7zXZ",
         "an xz file"},
        {"\xff\xfe;\0 \0", "UTF-16"},
        {"\x89HDF\r\n\x1a\n", "an HDF5 file"},
        {"\1\2\3\4\5 \6\1\2\3\n\1\2\3", "a binary file"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct bf_trace_options o = options_for(write_text("other.swf", cases[i].text));
        o.max_bad = 100; // no tolerance makes a log of it
        EXPECT_INPUT_ERROR(&o, "other.swf: is no SWF log, it looks like ", cases[i].what);
    }
}

static void texts_that_look_like_nothing(void **state)
{
    struct bf_trace_options o = options_for(write_text("prose.swf", "; a log?\n\nDear reader,\n"));
    (void)state;
    EXPECT_INPUT_ERROR(&o, "prose.swf:3: is no SWF log: 2 fields, 18 expected", "Dear reader,");
    o.source = write_text("mac.swf", "; MaxProcs: 8\r1 0 -1 60 4\r");
    EXPECT_INPUT_ERROR(&o, "mac.swf: its lines end with CR alone");
    o.source = write_text("comments.swf", "; MaxProcs: 8\n;\n\n");
    EXPECT_INPUT_ERROR(&o, "comments.swf: has no job line (2 comments, 1 blank line)");
    o.source = write_bytes("nul.swf", HEADER JOB(1, 0) "2 0 \0 60\n",
                           sizeof(HEADER JOB(1, 0) "2 0 \0 60\n") - 1);
    o.max_bad = 50; // a bad line in a log is a bad line
    struct bf_trace *t = load_with(&o);
    assert_int_equal(t->row.rejected_fields, 1);
    bf_trace_destroy(t);
}

// Random bytes never do more than fail.
static void random_bytes_are_refused(void **state)
{
    char bytes[3000];
    (void)state;
    for (uint64_t i = 0; i < 300; i++) {
        const size_t n = (size_t)(bf_seed_bits(9, BF_STREAM_TEST, i) % sizeof bytes);
        for (size_t k = 0; k < n; k++)
            bytes[k] = (char)bf_seed_bits(i, BF_STREAM_TEST, k);
        if (i % 3 == 0 && n > 10)
            memcpy(bytes, "\x1f\x8b\x08\0\0\0\0\0\0\3", 10);
        struct bf_trace_options o = options_for(write_bytes("random.swf", bytes, n));
        EXPECT_INPUT_ERROR(&o, "random.swf");
    }
}

BF_TEST_MAIN(BF_TEST(gzip_is_known_by_its_content), BF_TEST(several_members_are_one_text),
             BF_TEST(a_cut_gzip_is_an_error_at_every_byte), BF_TEST(a_corrupt_gzip_is_an_error),
             BF_TEST(line_ends_and_marks), BF_TEST(lines_come_out_as_they_went_in),
             BF_TEST(an_endless_line_is_refused), BF_TEST(places_that_cannot_be_read),
             BF_TEST(standard_input_is_a_file_like_any_other), BF_TEST(other_formats_are_named),
             BF_TEST(texts_that_look_like_nothing), BF_TEST(random_bytes_are_refused))
