-- What a resume carries that its sender may not know of, such as a PDF's JavaScript: a JSON array; null where that is nothing.
ALTER TABLE submissions ADD COLUMN resume_cautions TEXT;
