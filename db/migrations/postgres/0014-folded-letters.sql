-- Search compares further letters without their accents, such as ß and ł: records with others than ASCII get their search text at the next search.
UPDATE submissions SET search_text = NULL WHERE octet_length(search_text) > length(search_text);
