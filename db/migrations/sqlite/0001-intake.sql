-- What visitors send, and the mail that tells of it. Times are ISO 8601 in UTC, so that they sort as text.
CREATE TABLE submissions (
  -- Read out on the telephone and typed into a terminal: day and ten letters.
  id TEXT NOT NULL PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('enquiry', 'application')),
  status TEXT NOT NULL CHECK (status IN ('received', 'spam')),
  received_at TEXT NOT NULL,
  -- In lower case: a request for erasure comes in any case.
  email TEXT NOT NULL,
  -- The accepted fields as one JSON object, so that a new field of a form needs no migration.
  fields TEXT NOT NULL,
  resume_file TEXT UNIQUE,
  resume_name TEXT,
  resume_bytes INTEGER,
  resume_sha256 TEXT,
  CHECK ((resume_file IS NULL) = (resume_name IS NULL)),
  CHECK ((resume_file IS NULL) = (resume_bytes IS NULL)),
  CHECK ((resume_file IS NULL) = (resume_sha256 IS NULL))
) STRICT;
CREATE INDEX submissions_by_email ON submissions (email);
CREATE INDEX submissions_by_time ON submissions (received_at, id);

-- The answer that a repeated request gets again (Idempotency-Key).
CREATE TABLE idempotency_answers (
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  content_sha256 TEXT NOT NULL,
  message TEXT NOT NULL,
  submission_id TEXT NOT NULL REFERENCES submissions (id) ON DELETE CASCADE,
  PRIMARY KEY (kind, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_answers_by_submission ON idempotency_answers (submission_id);

-- One row for each mail to each recipient. What it says is made from the record when it is sent.
CREATE TABLE outbox (
  id TEXT NOT NULL PRIMARY KEY,
  submission_id TEXT NOT NULL REFERENCES submissions (id) ON DELETE CASCADE,
  recipient TEXT NOT NULL,
  -- held: of a record that is taken for spam, until it is released. dead: given up.
  status TEXT NOT NULL CHECK (status IN ('held', 'queued', 'sent', 'dead')),
  attempts INTEGER NOT NULL DEFAULT 0,
  next_attempt_at TEXT NOT NULL,
  give_up_at TEXT NOT NULL,
  -- Whoever sends it holds the lease; it runs out when that process has died.
  lease TEXT,
  leased_until TEXT,
  last_error TEXT,
  sent_at TEXT
) STRICT;
CREATE INDEX outbox_due ON outbox (next_attempt_at) WHERE status = 'queued';
CREATE INDEX outbox_by_submission ON outbox (submission_id);

-- Written to learn whether the database can be written.
CREATE TABLE readiness (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  checked_at TEXT NOT NULL
) STRICT;
INSERT INTO readiness (id, checked_at) VALUES (1, '1970-01-01T00:00:00.000Z');
