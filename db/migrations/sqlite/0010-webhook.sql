-- The outbox also tells another system of what came in (webhook). SQLite changes a CHECK only by a new table.
CREATE TABLE new_outbox (
  id TEXT NOT NULL PRIMARY KEY,
  submission_id TEXT NOT NULL REFERENCES submissions (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('notification', 'acknowledgement', 'webhook')),
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
  sent_at TEXT
) STRICT;
INSERT INTO new_outbox (id, submission_id, kind, recipient, status, attempts, next_attempt_at, give_up_at, lease, leased_until, last_error, sent_at)
  SELECT id, submission_id, kind, recipient, status, attempts, next_attempt_at, give_up_at, lease, leased_until, last_error, sent_at FROM outbox;
DROP TABLE outbox;
ALTER TABLE new_outbox RENAME TO outbox;
CREATE INDEX outbox_due ON outbox (next_attempt_at) WHERE status = 'queued';
CREATE INDEX outbox_by_submission ON outbox (submission_id);
