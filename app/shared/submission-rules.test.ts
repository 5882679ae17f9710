import { describe, expect, test } from 'vitest';
import { applicationForm } from './forms/application-form.ts';
import { contactForm } from './forms/contact-form.ts';
import { checkForm } from './forms/form.ts';

// The messages are repeated here from Specification 5, so that a change of one is noticed.
const alphabets = 'Only alphabets are allowed for this field';
const nameLength = 'Please enter 2 to 50 characters';
const format = 'Email must be a valid email';
const numbers = 'Only Numbers are allowed for this field';
const notValid = 'Phone number is not valid';
const short = 'Please enter at least 4 characters';
const size = 'File should be less than 6 MB';
const type = 'Please Select Only doc, docx and pdf file';

const contact = { name: 'Ada', company: '', phone: '', email: 'ada@acme.example', comment: '' };
const application = {
  jobid: 'AC-100',
  jobrole: 'Engineer',
  name: 'Ada',
  email: 'ada@acme.example',
  phone: '2125550100',
  resume: { name: 'cv.pdf', size: 1000 },
  message: 'Hello',
};

/** Returns the message of the changed field; undefined if it is valid. No other field may have one. */
function contactError(field: keyof typeof contact, value: unknown): string | undefined {
  return errorOf(checkForm(contactForm, { ...contact, [field]: value }), field);
}
function applicationError(field: keyof typeof application, value: unknown): string | undefined {
  return errorOf(checkForm(applicationForm, { ...application, [field]: value }), field);
}
function errorOf(result: ReturnType<typeof checkForm>, field: string): string | undefined {
  if (!('errors' in result)) return undefined;
  expect(Object.keys(result.errors)).toEqual([field]);
  return result.errors[field];
}

type Row = [value: string, message: string | undefined, why: string];

const letters: Row[] = [
  ['A', nameLength, 'one character'],
  ['Al', undefined, 'two characters'],
  ['x'.repeat(50), undefined, 'fifty'],
  ['x'.repeat(51), nameLength, 'fifty-one'],
  [` ${'x'.repeat(50)} `, undefined, 'fifty after trimming'],
  ['  A  ', nameLength, 'one after trimming'],
  ['Inés Aldana', undefined, 'accents'],
  ['Ine\u0301s', undefined, 'an accent as a mark of its own'],
  ['मीरा वल्लूरी', undefined, 'Devanagari with its vowel signs'],
  ['e\u0301', nameLength, 'one letter and its accent'],
  ['e\u0301'.repeat(50), undefined, 'fifty letters, each with an accent'],
  ['e\u0301'.repeat(51), nameLength, 'fifty-one letters, each with an accent'],
  ['ปู', undefined, 'a Thai name of a letter and a vowel sign'],
  ['陈伟', undefined, 'two Chinese characters'],
  ['陈', nameLength, 'one Chinese character'],
  ['𠮷', nameLength, 'one character of two UTF-16 units'],
  ['𠮷'.repeat(50), undefined, 'fifty characters of two UTF-16 units'],
  ['محمد علي', undefined, 'Arabic'],
  ['Αλέξης', undefined, 'Greek'],
  ['Ada 2', alphabets, 'a digit'],
  ['Ada٣', alphabets, 'an Arabic digit'],
  ['O’Brien', alphabets, 'an apostrophe'],
  ['Anne-Marie', alphabets, 'a hyphen'],
  ['Ada.', alphabets, 'a full stop'],
  ['Ada 🙂', alphabets, 'a picture'],
  ['<b>Ada</b>', alphabets, 'markup'],
  ['Ada\u00a0Two', undefined, 'a space of a word processor'],
  ['山田\u3000太郎', undefined, 'a space of a Japanese keyboard'],
  ['\u2067محمد\u2069\u200b', undefined, 'invisible characters of a copied name'],
  ['علی\u200cرضا', undefined, 'a joiner between letters'],
  ['Ada\u200c', alphabets, 'a joiner that joins nothing'],
  ['Ada\u202eTwo', alphabets, 'a character that reverses what follows'],
  ['1', alphabets, 'characters before length'],
  ['1'.repeat(51), alphabets, 'characters before length, too long'],
  ['Ada\nTwo', alphabets, 'a line break'],
  ['Ada\n', alphabets, 'a line break at the end, which trimming would hide'],
  ['\tAda', alphabets, 'a tab at the start'],
  ['Ada\u0000', alphabets, 'a null'],
  ['Ada\u2028', alphabets, 'a line separator'],
  ['Ada\u0085', alphabets, 'a next line'],
];

const emails: Row[] = [
  ['a@b.co', undefined, 'the shortest'],
  ['first.last+tag@sub.acme.example', undefined, 'dots and a tag'],
  ["o'brien@acme.example", undefined, 'an apostrophe'],
  ['用户@例子.中国', undefined, 'letters of any script'],
  ['user@xn--fsqu00a.xn--0zwm56d', undefined, 'a domain in its ASCII form'],
  [' ada@acme.example ', undefined, 'spaces around it'],
  ['\u202aada@acme.example\u200b', undefined, 'invisible characters around it'],
  ['ａｄａ＠ａｃｍｅ．ｅｘａｍｐｌｅ', undefined, 'wide characters of a Japanese keyboard'],
  ['a', format, 'one character'],
  ['ab', format, 'two characters that are no address'],
  ['ada@', format, 'no domain'],
  ['@acme.example', format, 'no mailbox'],
  ['.ada@acme.example', format, 'a dot before the mailbox'],
  ['ada.@acme.example', format, 'a dot after the mailbox'],
  ['ada..one@acme.example', format, 'two dots within the mailbox'],
  ['ada@acme.123', format, 'a number as the last label'],
  ['ada@acme.ex-', format, 'a last label that ends with a hyphen'],
  ['ada@acme', format, 'one label'],
  ['ada@acme.', format, 'an empty label at the end'],
  ['ada@.example', format, 'an empty label at the start'],
  ['ada@acme..example', format, 'an empty label between'],
  ['ada@-acme.example', format, 'a label that begins with a hyphen'],
  ['ada@acme-.example', format, 'a label that ends with a hyphen'],
  ['ada@acme.e', format, 'a last label of one letter'],
  ['ada@@acme.example', format, 'two signs'],
  ['ada one@acme.example', format, 'a space within'],
  ['ada@acme.example, bo@acme.example', format, 'two addresses'],
  ['Ada <ada@acme.example>', format, 'a name with it'],
  ['ada@acme.example\r\nBcc: x@acme.example', format, 'a header after it'],
  ['ada@acme.example\n', format, 'a line break at the end'],
  [`${'a'.repeat(64)}@acme.example`, undefined, '64 characters before the sign'],
  [`${'a'.repeat(65)}@acme.example`, format, '65 characters before it'],
  [`ada@${'long-label.'.repeat(22)}example`.padEnd(254, 's'), undefined, '254 characters'],
  [`ada@${'long-label.'.repeat(22)}example`.padEnd(255, 's'), format, '255 characters'],
];

const phones: Row[] = [
  ['123456789', notValid, 'nine digits'],
  ['1234567890', undefined, 'ten digits'],
  ['12345678901234', undefined, 'fourteen digits'],
  ['123456789012345', notValid, 'fifteen digits'],
  ['+1 2125550100', undefined, 'a prefix and a space'],
  ['+12125550100', undefined, 'a prefix'],
  ['+44 2071838750', undefined, 'a prefix of two digits'],
  ['+91-44-2811-123', undefined, 'hyphens, fifteen typed'],
  ['+123/4567890123', undefined, 'a slash, fifteen typed'],
  ['+123456789012345', undefined, 'sixteen typed'],
  ['+1234567890123456', notValid, 'seventeen typed'],
  ['212 - 555 - 0100', undefined, 'sixteen typed, separators included'],
  ['212 -  555 -  0100', notValid, 'eighteen typed, separators included'],
  [' 2125550100 ', undefined, 'spaces around it'],
  ['\u202a+1\u00a0212\u00a0555\u00a00100\u202c', undefined, 'as an address book copies it'],
  ['212\u2011555\u20130100', undefined, 'hyphens of a web page'],
  ['212-555-01', notValid, 'ten typed, eight digits'],
  ['2125550100+', notValid, 'a plus at the end'],
  ['++2125550100', notValid, 'two pluses'],
  ['----------', notValid, 'separators only'],
  ['212555010a', numbers, 'a letter'],
  ['(212) 555-0100', numbers, 'brackets'],
  ['212.555.0100', numbers, 'full stops'],
  ['٢١٢٥٥٥٠١٠٠', undefined, 'Arabic digits'],
  ['۰۹۱۲۳۴۵۶۷۸۹', undefined, 'Persian digits'],
  ['＋８１\u3000３１２３４５６７８', undefined, 'wide digits'],
  ['03ー1234ー5678', undefined, 'the hyphen of a Japanese keyboard'],
  ['२१२५५५०१००', numbers, 'digits of another script'],
  ['a', numbers, 'characters before length'],
  ['212555010x0000000', numbers, 'characters before length, too long'],
  ['2125550100\n', numbers, 'a line break at the end'],
  ['212\n5550100', numbers, 'a line break within'],
  ['2125550100\u0000', numbers, 'a null'],
];

const texts: Row[] = [
  ['abc', short, 'three characters'],
  ['abcd', undefined, 'four'],
  ['  abc  ', short, 'three after trimming'],
  ['陈伟陈伟', undefined, 'four Chinese characters'],
  ['🙂🙂', short, 'two characters of two UTF-16 units each'],
  ['one\ntwo', undefined, 'lines'],
  ['x'.repeat(20_000), undefined, 'very many'],
];

const invisible = [
  '\u200b\u200b\u200b\u200b',
  '\u0301\u0301',
  '\u2800\u2800\u3164\u115f',
  '\u200d \ufe0f\u{e0020}',
  '\u0000\u0001',
];
const blank: string[] = ['', ' ', '   \t\n ', ...invisible];

describe('Contact form', () => {
  test.each(blank)('name is required: %j', (value) => {
    expect(contactError('name', value)).toBe('Please enter your name');
  });
  test.each(blank)('e-mail is required: %j', (value) => {
    expect(contactError('email', value)).toBe('Please enter valid email address');
  });
  test.each(blank.slice(0, 2))('company, phone and comment are not: %j', (value) => {
    expect([contactError('company', value), contactError('phone', value), contactError('comment', value)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
  test.each(invisible.slice(0, -1))('an optional field without a visible character is stored as empty: %j', (value) => {
    expect(checkForm(contactForm, { ...contact, company: value, phone: value, comment: value })).toMatchObject({
      values: contact,
    });
  });
  test.each(['company', 'phone'] as const)('a control character alone is refused in the optional field %s', (field) => {
    expect([contactError(field, '\u0000'), contactError(field, '\n')]).not.toContain(undefined);
  });
  test.each(letters)('name %j → %s (%s)', (value, message) => {
    expect(contactError('name', value)).toBe(message);
  });
  test.each(letters)('company %j → %s (%s)', (value, message) => {
    expect(contactError('company', value)).toBe(message);
  });
  test.each(emails)('e-mail %j → %s (%s)', (value, message) => {
    expect(contactError('email', value)).toBe(message);
  });
  test.each([
    ...phones,
    ["212'555'0100", undefined, 'a quote'],
    ['212"5550100', undefined, 'a double quote'],
    ['212\t5550100', numbers, 'a tab'],
  ] satisfies Row[])('phone %j → %s (%s)', (value, message) => {
    expect(contactError('phone', value)).toBe(message);
  });
  test.each(texts)('comment %j → %s (%s)', (value, message) => {
    expect(contactError('comment', value)).toBe(message);
  });
});

describe('Application form', () => {
  test.each(blank)('every field is required: %j', (value) => {
    const values = { ...application, name: value, email: value, phone: value, message: value, resume: undefined };
    expect(checkForm(applicationForm, values)).toEqual({
      errors: {
        name: 'Please enter your name',
        email: 'Please enter valid email address',
        phone: 'Please enter your phone number',
        resume: 'Please select resume',
        message: 'Please enter Message',
      },
    });
  });
  test.each(letters)('name %j → %s (%s)', (value, message) => {
    expect(applicationError('name', value)).toBe(message);
  });
  test.each(emails)('e-mail %j → %s (%s)', (value, message) => {
    expect(applicationError('email', value)).toBe(message);
  });
  test.each([...phones, ["212'555'0100", numbers, 'a quote, which only the contact form accepts']] satisfies Row[])(
    'phone %j → %s (%s)',
    (value, message) => {
      expect(applicationError('phone', value)).toBe(message);
    },
  );
  test.each(texts)('message %j → %s (%s)', (value, message) => {
    expect(applicationError('message', value)).toBe(message);
  });

  test.each<[string, unknown, string | undefined]>([
    ['no file', undefined, 'Please select resume'],
    ['what a browser sends for no file', { name: '', size: 0 }, 'Please select resume'],
    ['6,291,456 bytes', { name: 'cv.pdf', size: 6_291_456 }, undefined],
    ['6,291,457 bytes', { name: 'cv.pdf', size: 6_291_457 }, size],
    ['too large and of another type', { name: 'cv.exe', size: 6_291_457 }, size],
    ['doc', { name: 'cv.doc', size: 1 }, undefined],
    ['docx', { name: 'cv.docx', size: 1 }, undefined],
    ['capitals', { name: 'CV.PDF', size: 1 }, undefined],
    ['another type', { name: 'cv.exe', size: 1 }, type],
    ['no ending', { name: 'cv', size: 1 }, type],
    ['the ending alone', { name: 'pdf', size: 1 }, type],
    ['an ending before another', { name: 'cv.pdf.exe', size: 1 }, type],
    ['an ending after another', { name: 'cv.exe.pdf', size: 1 }, undefined],
    ['an ending and more', { name: 'cv.pdfx', size: 1 }, type],
    ['a macro document', { name: 'cv.docm', size: 1 }, type],
  ])('résumé: %s', (_, file, message) => {
    expect(applicationError('resume', file)).toBe(message);
  });
});

test('accepted text is trimmed, and otherwise stored as typed', () => {
  expect(
    checkForm(contactForm, {
      name: '  Inés  Aldana ',
      company: ' Acme ',
      phone: ' +1 2125550100 ',
      email: ' Ada@Acme.example ',
      comment: '  one\n\n two  ',
    }),
  ).toMatchObject({
    values: {
      name: 'Inés  Aldana',
      company: 'Acme',
      phone: '+1 2125550100',
      email: 'Ada@Acme.example',
      comment: 'one\n\n two',
    },
  });
});

test('pasted text is stored without invisible characters, with plain spaces, hyphens and quotes', () => {
  const pasted = {
    name: 'Ada\u00a0\u200bTwo',
    phone: '\u202a+1\u00a0212\u20115550100\u202c',
    email: 'ada@acme.example\u200b',
  };
  expect(checkForm(contactForm, { ...contact, ...pasted })).toMatchObject({
    values: { name: 'Ada Two', phone: '+1 212-5550100', email: 'ada@acme.example' },
  });
});

test('an address and a number typed on the keyboard of another script are stored as a mail server and a telephone know them', () => {
  const typed = { phone: '＋８１ ۳١２-ー３４５６٧８９', email: 'ａｄａ＠oﬃce．example' };
  expect(checkForm(contactForm, { ...contact, ...typed })).toMatchObject({
    values: { phone: '+81 312--3456789', email: 'ada@office.example' },
  });
});

test.each([null, undefined, 5, [], {}, { name: 1, email: ['x'] }])(
  'values that are no text break no rule book: %j',
  (values) => {
    expect(checkForm(contactForm, values as Record<string, unknown>)).toHaveProperty('errors');
  },
);

// A pattern with quadratic backtracking would exceed the test's timeout.
test.each([
  ['email', 'a@'.repeat(100_000)],
  ['name', `${' '.repeat(200_000)}1`],
  ['phone', `+${'1'.repeat(200_000)}`],
] as const)('a long text as %s is judged in one pass', (field, text) => {
  expect(contactError(field, text)).toEqual(expect.any(String));
});
