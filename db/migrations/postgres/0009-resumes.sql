-- Resumes in pieces of 256 KB, stored by the transaction of their record: several instances need no shared folder, and one
-- dump is the whole backup. SQLite has files beside it instead.
CREATE TABLE resume_pieces (
  file TEXT NOT NULL REFERENCES submissions (resume_file) ON DELETE CASCADE,
  -- From 0, without a gap.
  piece INTEGER NOT NULL,
  bytes BYTEA NOT NULL,
  PRIMARY KEY (file, piece)
);
-- PDF and DOCX are compressed already.
ALTER TABLE resume_pieces ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- The ledger of erasures, which each instance also copies to its own disk: an older dump that is restored brings none back.
CREATE TABLE erasure_ledger (
  id TEXT NOT NULL PRIMARY KEY,
  entry TEXT NOT NULL
);
