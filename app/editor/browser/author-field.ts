import type { CustomFieldControl, CustomFieldControlProps } from '@sveltia/cms';
import type { ChangeEvent } from 'react';

// The author of an article: a person of the company from a list, or a guest by name.

/** The value of the field: the id of a person, or a guest. */
type Author = string | { name?: string } | undefined;

interface Options {
  options: readonly { label: string; value: string }[];
  maxlength: number;
}

const authorOf = (value: CustomFieldControlProps['value']): Author => value?.toJS?.() ?? value;

const guest = ' guest';

/** Creates a control for `CMS.registerFieldType`. */
export function createAuthorField(): CustomFieldControl {
  const { h, createClass } = window;
  return createClass<CustomFieldControlProps, { isValid(value: CustomFieldControlProps['value']): unknown }>({
    render() {
      const { field, forID, onChange, classNameWrapper, value } = this.props;
      const { options, maxlength } = field.toJS() as unknown as Options;
      const author = authorOf(value);
      const isGuest = typeof author === 'object' && author !== null;
      return h(
        'div',
        { className: 'authorField' },
        h(
          'select',
          {
            id: forID,
            value: isGuest ? guest : (author ?? ''),
            onChange: ({ target }: ChangeEvent<HTMLSelectElement>) =>
              onChange(target.value === guest ? { name: '' } : target.value),
          },
          h('option', { value: '' }, 'Choose…'),
          ...options.map(({ label, value }) => h('option', { key: value, value }, label)),
          h('option', { value: guest }, 'A guest, by name…'),
        ),
        isGuest &&
          h('input', {
            type: 'text',
            className: classNameWrapper,
            'aria-label': 'Name of the guest',
            maxLength: maxlength,
            value: author.name ?? '',
            onChange: ({ target }: ChangeEvent<HTMLInputElement>) => onChange({ name: target.value }),
          }),
      );
    },
    // When unsaved work is restored, `this.props` is still the previous one: the editor validates before React renders.
    isValid(value) {
      const author = authorOf(value);
      const isGiven = typeof author === 'object' && author !== null ? author.name?.trim() : author;
      return isGiven ? true : { error: { message: 'Choose a person, or give the name of a guest.' } };
    },
  });
}
