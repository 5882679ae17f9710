-- The outbox also tells another system of what came in (webhook). Its recipient is the word itself, for the configuration has its URL.
ALTER TABLE outbox DROP CONSTRAINT outbox_kind_check;
ALTER TABLE outbox ADD CONSTRAINT outbox_kind_check CHECK (kind IN ('notification', 'acknowledgement', 'webhook'));
