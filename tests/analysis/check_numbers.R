# SPDX-License-Identifier: GPL-3.0-or-later
#
# check_numbers.R PROGRAM: computes with R what the program (numbers.c) prints, and compares to 10 digits.
lines <- strsplit(system2(commandArgs(TRUE)[1], stdout = TRUE), " ")
take <- function(word) {
    chosen <- Filter(function(l) l[1] == word, lines)
    lapply(chosen, function(l) as.numeric(sub("nan", "NaN", l[-(1:2)])))
}
checked <- 0
same <- function(what, sample, found, expected) {
    expected <- as.numeric(expected)
    if (length(found) != length(expected)) stop(what, " of sample ", sample - 1, ": other length")
    off <- abs(found - expected) > 1e-10 * pmax(abs(expected), 1e-12)
    off[is.nan(found) & is.na(expected)] <- FALSE
    if (any(is.na(off)) || any(off))
        stop(what, " of sample ", sample - 1, ": ", paste(format(found, digits = 15), collapse = " "),
             " instead of ", paste(format(expected, digits = 15), collapse = " "))
    checked <<- checked + length(found)
}

# The k-th smallest and largest value, k as large as the binomial distribution allows.
order_statistics <- function(v, confidence) {
    n <- length(v)
    k <- sum(pbinom(seq_len(n %/% 2) - 1, n, 0.5) <= (1 - confidence) / 2)
    if (k == 0) c(NaN, NaN) else sort(v)[c(k, n + 1 - k)]
}

x <- take("x"); y <- take("y")
exact <- 0; approximate <- 0
for (s in seq_along(x)) {
    v <- x[[s]]; d <- v - y[[s]]; r <- log(v / y[[s]])
    same("summary", s, take("summary")[[s]], c(mean(v), sd(v), quantile(v, 0:4 / 4, type = 7)))
    same("student", s, take("student")[[s]], t.test(v, conf.level = 0.9)$conf.int)
    same("median", s, take("median")[[s]], order_statistics(v, 0.95))
    same("paired", s, take("paired")[[s]],
         c(mean(d), sd(d), exp(mean(r)), t.test(v, y[[s]], paired = TRUE, conf.level = 0.9)$conf.int,
           exp(t.test(r, conf.level = 0.9)$conf.int)))
    same("sign", s, take("sign")[[s]][1], binom.test(sum(d > 0), sum(d != 0))$p.value)
    w <- suppressWarnings(wilcox.test(v, y[[s]], paired = TRUE))
    same("rank", s, take("rank")[[s]][1:2], c(w$statistic, w$p.value))
    is_exact <- grepl("exact", w$method)
    same("exact", s, take("rank")[[s]][4], is_exact)
    if (is_exact) exact <- exact + 1 else approximate <- approximate + 1
}
signs <- do.call(rbind, take("sign")); ranks <- do.call(rbind, take("rank"))
same("Holm of signs", 1, signs[, 2], p.adjust(signs[, 1], "holm"))
same("Holm of ranks", 1, ranks[, 3], p.adjust(ranks[, 2], "holm"))
stopifnot(exact >= 5, approximate >= 5)
cat(checked, "numbers agree with R,", exact, "exact and", approximate, "approximate signed rank tests among them\n")
