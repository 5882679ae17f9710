-- When housekeeping last ran: a clock that is days away from it is not believed, and nothing is erased by it.
CREATE TABLE known_time (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  known_at TEXT NOT NULL
) STRICT;

-- Résumés that are being stored: the row goes with the commit of the record. What a crash leaves is found by it, and no file
-- that this database knows nothing of is ever removed.
CREATE TABLE expected_resumes (
  file TEXT NOT NULL PRIMARY KEY,
  expected_at TEXT NOT NULL,
  -- From then on the file may be gone, and its record is refused.
  abandoned_at TEXT
) STRICT, WITHOUT ROWID;
