// SPDX-License-Identifier: GPL-3.0-or-later
//
// kill -9 at random moments while files are written one after the other under one name: under that
// name is always a whole file, and what the killed writers left is gone once another has written.
#include "tests/support/bf_test.h"

#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/seed.h"
#include "engine/base/text.h"
#include "engine/store/store.h"
#include "tests/store/sample_rows.h"
#include "tests/support/files.h"

enum { ROUNDS = 40, MOST_WAIT_US = 60000, JOBS = 3000 };

// Never returns: writes files of `JOBS` jobs and of none in turn.
static void write_for_ever(const char *path)
{
    struct bf_error e;
    struct bf_sample many, none;
    bf_sample_make(&many, JOBS, 0);
    bf_sample_make(&none, 0, 0);
    for (;;)
        if (bf_sample_write(&many, path, &e) || bf_sample_write(&none, path, &e))
            _exit(1);
}

static void kill_after(const char *path, unsigned microseconds)
{
    int status;
    const struct timespec wait = {.tv_nsec = (long)microseconds * 1000};
    const pid_t writer = fork();
    assert_true(writer >= 0);
    if (writer == 0)
        write_for_ever(path);
    nanosleep(&wait, NULL);
    kill(writer, SIGKILL);
    assert_int_equal(waitpid(writer, &status, 0), writer);
    assert_true(WIFSIGNALED(status)); // it was still writing
}

static void name_has_a_whole_file_or_none(void **state)
{
    (void)state;
    const uint64_t seed = (uint64_t)time(NULL);
    struct bf_error e;
    struct bf_sample many, none;
    char directory[512], path[600];
    unsigned found = 0;
    printf("seed %llu\n", (unsigned long long)seed);
    bf_text_copy(directory, sizeof directory, bf_test_temporary("killed"));
    assert_int_equal(mkdir(directory, 0777), 0);
    snprintf(path, sizeof path, "%s/x.h5", directory);
    bf_sample_make(&many, JOBS, 0);
    bf_sample_make(&none, 0, 0);
    for (uint64_t round = 0; round < ROUNDS; round++) {
        kill_after(path, (unsigned)(bf_seed_unit(seed, BF_STREAM_TEST, round) * MOST_WAIT_US));
        assert_true(bf_test_entries(directory) <=
                    2); // the file, and one part: older ones were removed
        if (access(path, F_OK) != 0)
            continue;
        found++;
        if (!bf_sample_matches(&many, path, &e) && !bf_sample_matches(&none, path, &e))
            fail_msg("round %u: %s", (unsigned)round, e.text);
    }
    printf("%u of %d rounds found a file\n", found, ROUNDS);
    assert_ok(bf_sample_write(&many, path, &e), e);
    assert_int_equal(bf_test_entries(directory), 1);
    bf_sample_free(&many);
    bf_sample_free(&none);
}

BF_TEST_MAIN(BF_TEST(name_has_a_whole_file_or_none))
