-- Which kinds of submissions there are is known by the forms alone, so that a new form needs no migration.
ALTER TABLE submissions DROP CONSTRAINT submissions_kind_check;
