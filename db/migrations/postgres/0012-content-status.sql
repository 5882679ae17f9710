-- What each instance shows of the content, and what it refuses.
CREATE TABLE content_instances (
  -- Host and port.
  name TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  -- Null where the content was refused at the start, so that there is none.
  version TEXT,
  live_since TIMESTAMPTZ,
  -- JSON array of problems; null where the directory holds what is live.
  refused TEXT,
  refused_since TIMESTAMPTZ,
  -- The same for the same problems.
  refused_key TEXT,
  seen_at TIMESTAMPTZ NOT NULL,
  CHECK ((version IS NULL) = (live_since IS NULL)),
  CHECK ((refused IS NULL) = (refused_since IS NULL)),
  CHECK ((refused IS NULL) = (refused_key IS NULL))
);

-- The refused state that the last mail was about; empty after the mail that all is valid again.
CREATE TABLE content_notified (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  refused_key TEXT NOT NULL
);
INSERT INTO content_notified (id, refused_key) VALUES (1, '');

-- The outbox also holds mail about the content, which belongs to no submission.
ALTER TABLE outbox DROP CONSTRAINT outbox_kind_check;
ALTER TABLE outbox ADD CONSTRAINT outbox_kind_check CHECK (kind IN ('notification', 'acknowledgement', 'webhook', 'content'));
ALTER TABLE outbox ALTER COLUMN submission_id DROP NOT NULL;
-- What a mail about the content says, as JSON.
ALTER TABLE outbox ADD COLUMN notice TEXT;
ALTER TABLE outbox ADD COLUMN noticed_at TIMESTAMPTZ;
ALTER TABLE outbox ADD CHECK ((submission_id IS NULL) = (kind = 'content'));
ALTER TABLE outbox ADD CHECK ((notice IS NULL) = (kind <> 'content'));
ALTER TABLE outbox ADD CHECK ((noticed_at IS NULL) = (kind <> 'content'));
