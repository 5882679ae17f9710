-- What each instance shows of the content, and what it refuses.
CREATE TABLE content_instances (
  -- Host and port.
  name TEXT NOT NULL PRIMARY KEY,
  -- Null where the content was refused at the start, so that there is none.
  version TEXT,
  live_since TEXT,
  -- JSON array of problems; null where the directory holds what is live.
  refused TEXT,
  refused_since TEXT,
  -- The same for the same problems.
  refused_key TEXT,
  seen_at TEXT NOT NULL,
  CHECK ((version IS NULL) = (live_since IS NULL)),
  CHECK ((refused IS NULL) = (refused_since IS NULL)),
  CHECK ((refused IS NULL) = (refused_key IS NULL))
) STRICT, WITHOUT ROWID;

-- The refused state that the last mail was about; empty after the mail that all is valid again.
CREATE TABLE content_notified (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  refused_key TEXT NOT NULL
) STRICT;
INSERT INTO content_notified (id, refused_key) VALUES (1, '');

-- The outbox also holds mail about the content, which belongs to no submission. SQLite changes a constraint only by a new table.
CREATE TABLE new_outbox (
  id TEXT NOT NULL PRIMARY KEY,
  submission_id TEXT REFERENCES submissions (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('notification', 'acknowledgement', 'webhook', 'content')),
  -- Of a webhook: the word itself, for the configuration has its URL.
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
  sent_at TEXT,
  -- What a mail about the content says, as JSON.
  notice TEXT,
  noticed_at TEXT,
  CHECK ((submission_id IS NULL) = (kind = 'content')),
  CHECK ((notice IS NULL) = (kind <> 'content')),
  CHECK ((noticed_at IS NULL) = (kind <> 'content'))
) STRICT;
INSERT INTO new_outbox (id, submission_id, kind, recipient, status, attempts, next_attempt_at, give_up_at, lease, leased_until, last_error, sent_at)
  SELECT id, submission_id, kind, recipient, status, attempts, next_attempt_at, give_up_at, lease, leased_until, last_error, sent_at FROM outbox;
DROP TABLE outbox;
ALTER TABLE new_outbox RENAME TO outbox;
CREATE INDEX outbox_due ON outbox (next_attempt_at) WHERE status = 'queued';
CREATE INDEX outbox_by_submission ON outbox (submission_id);
