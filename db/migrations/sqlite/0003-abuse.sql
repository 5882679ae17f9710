-- What keeps the forms from abuse.

-- Why a record was taken for spam; it stays when the record is released.
ALTER TABLE submissions ADD COLUMN spam_reason TEXT CHECK (spam_reason IN ('trap', 'too-fast', 'no-proof'));
-- What the virus scanner said of the resume; null where there is none, or scanning was off.
ALTER TABLE submissions ADD COLUMN resume_scan TEXT CHECK (resume_scan IN ('clean', 'unscanned', 'infected'));
CREATE INDEX submissions_unscanned ON submissions (id) WHERE resume_scan = 'unscanned';

-- Made at first use, so that all instances sign with the same.
CREATE TABLE secrets (
  name TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Proofs of work that a record has been kept with: each counts once.
CREATE TABLE used_proofs (
  proof TEXT NOT NULL PRIMARY KEY,
  -- From then on the proof would be refused anyway.
  expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX used_proofs_by_expiry ON used_proofs (expires_at);

-- Submissions of each client address, so long as they count.
CREATE TABLE client_attempts (
  -- Keyed hash of the address: the address itself is kept nowhere.
  client TEXT NOT NULL PRIMARY KEY,
  -- JSON array of moments, ms.
  attempts TEXT NOT NULL,
  expires_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX client_attempts_by_expiry ON client_attempts (expires_at);
