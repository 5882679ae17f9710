-- The outbox tells the company of what came in (notification), and the visitor that it came in (acknowledgement).
ALTER TABLE outbox ADD COLUMN kind TEXT NOT NULL DEFAULT 'notification' CHECK (kind IN ('notification', 'acknowledgement'));

-- When a mailbox was last promised an acknowledgement: it gets at most one an hour. Goes with the record that it was for.
CREATE TABLE acknowledged_mailboxes (
  mailbox TEXT NOT NULL PRIMARY KEY,
  acknowledged_at TIMESTAMPTZ NOT NULL,
  submission_id TEXT NOT NULL REFERENCES submissions (id) ON DELETE CASCADE
);
CREATE INDEX acknowledged_mailboxes_by_submission ON acknowledged_mailboxes (submission_id);
