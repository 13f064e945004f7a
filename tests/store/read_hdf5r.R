# SPDX-License-Identifier: GPL-3.0-or-later
#
# hdf5r reads every table as a data frame with the values that were written. R has no integers of 64 bits:
# they are compared as doubles, up to 2^53.
suppressPackageStartupMessages(library(hdf5r))

program <- commandArgs(trailingOnly = TRUE)[1]
folder <- tempfile("store")
dir.create(folder)
stopifnot(system2(program, folder) == 0)

columns <- read.csv(file.path(folder, "columns.csv"), stringsAsFactors = FALSE)
file <- H5File$new(file.path(folder, "results.h5"), mode = "r")

same_text <- function(a, b) all(enc2utf8(a) == enc2utf8(b))

same_doubles <- function(a, b) all(is.na(a) == is.na(b)) && all(a == b, na.rm = TRUE)

same_integers <- function(a, b) {
  b <- suppressWarnings(as.numeric(b))
  small <- abs(a) < 2^53 & a != -2^31 # R has no name for the last
  all(a[small] == b[small])
}

for (table in c("runs", "params", "jobs", "classes", "weeks", "accuracy", "cost", "cost_histogram", "traces")) {
  mine <- columns[columns$table == table, ]
  text <- mine$kind == "string"
  expected <- read.csv(file.path(folder, paste0(table, ".csv")), stringsAsFactors = FALSE,
                       colClasses = ifelse(text, "character", "numeric"), na.strings = NULL,
                       encoding = "UTF-8", strip.white = FALSE)
  found <- file[[table]][]
  stopifnot(is.data.frame(found), identical(names(found), mine$column),
            nrow(found) == nrow(expected))
  for (i in seq_len(nrow(mine))) {
    same <- switch(mine$kind[i], string = same_text, float64 = same_doubles, same_integers)
    ok <- same(expected[[i]], found[[i]])
    if (!isTRUE(ok)) stop(table, ": column ", mine$column[i], " differs")
    stopifnot(h5attr(file[[table]], paste0("FIELD_", i - 1, "_UNIT")) == mine$unit[i])
  }
}
stopifnot(h5attr(file, "complete") == 1, h5attr(file, "plan") == "policy=easy order=fcfs")
file$close_all()
