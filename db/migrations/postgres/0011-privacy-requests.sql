-- Requests of people for access to their data or its erasure, with the day on which each has to be answered (GDPR Art. 12(3)).
CREATE TABLE privacy_requests (
  id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('access', 'erasure')),
  -- While the request is open; then its salted hash alone: enough to recognise the address, not to read it.
  email TEXT,
  address_salt TEXT,
  address_hash TEXT,
  -- Days of the calendar in UTC.
  received_on TEXT COLLATE "C" NOT NULL,
  due_on TEXT COLLATE "C" NOT NULL,
  -- When the person was given the reason for two further months.
  extended_on TEXT COLLATE "C",
  extension_reason TEXT,
  closed_at TIMESTAMPTZ,
  -- Why an erasure request was closed although records remain.
  closing_reason TEXT,
  CHECK ((email IS NULL) = (closed_at IS NOT NULL)),
  CHECK ((email IS NULL) = (address_salt IS NOT NULL)),
  CHECK ((email IS NULL) = (address_hash IS NOT NULL)),
  CHECK ((extended_on IS NULL) = (extension_reason IS NULL))
);
CREATE INDEX privacy_requests_by_due ON privacy_requests (due_on, id);

-- Remarks of those who work on a request. They go with it.
CREATE TABLE privacy_request_notes (
  id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  request_id TEXT COLLATE "C" NOT NULL REFERENCES privacy_requests (id) ON DELETE CASCADE,
  noted_at TIMESTAMPTZ NOT NULL,
  text TEXT NOT NULL
);
CREATE INDEX privacy_request_notes_by_request ON privacy_request_notes (request_id, noted_at);
