-- Which kinds of submissions there are is known by the forms alone, so that a new form needs no migration. SQLite drops a constraint only
-- with its column; dropping the table would delete what refers to its rows.
ALTER TABLE submissions ADD COLUMN form TEXT NOT NULL DEFAULT '';
UPDATE submissions SET form = kind;
DROP INDEX submissions_by_state;
ALTER TABLE submissions DROP COLUMN kind;
ALTER TABLE submissions RENAME COLUMN form TO kind;
CREATE INDEX submissions_by_state ON submissions (status, kind, received_at);
