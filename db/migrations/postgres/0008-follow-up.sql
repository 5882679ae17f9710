-- What recruiters and sales need to work through what came in.

-- The id of the position that an application is for, in lower case. Applications from before get theirs with their search text,
-- at the first search.
ALTER TABLE submissions ADD COLUMN position_id TEXT;
CREATE INDEX submissions_by_position ON submissions (position_id, received_at);
UPDATE submissions SET search_text = NULL WHERE kind = 'application';

-- When somebody marked the record as answered.
ALTER TABLE submissions ADD COLUMN answered_at TIMESTAMPTZ;

-- Remarks of those who read the inbox. They go with their record.
CREATE TABLE submission_notes (
  id TEXT NOT NULL PRIMARY KEY,
  submission_id TEXT COLLATE "C" NOT NULL REFERENCES submissions (id) ON DELETE CASCADE,
  noted_at TIMESTAMPTZ NOT NULL,
  text TEXT NOT NULL
);
CREATE INDEX submission_notes_by_submission ON submission_notes (submission_id, noted_at);
