-- What the inbox command asks for, among many records.

-- The words of a record as search compares them. Null in records from before: they get theirs at the first search.
ALTER TABLE submissions ADD COLUMN search_text TEXT;
CREATE INDEX submissions_without_search_text ON submissions (id) WHERE search_text IS NULL;
CREATE INDEX submissions_by_state ON submissions (status, kind, received_at);
-- By bytes, as in SQLite: the order of a language passes over the hyphen, and the index would not find a beginning.
ALTER TABLE submissions ALTER COLUMN id TYPE TEXT COLLATE "C";

-- Erasures of the ledger in the data directory that this database knows of. One that it does not know has been carried
-- out on another state of it: a backup was restored, and it is carried out again.
CREATE TABLE erasures (
  id TEXT NOT NULL PRIMARY KEY,
  erased_at TIMESTAMPTZ NOT NULL
);
