import type { CustomFieldControl, CustomFieldControlProps } from '@sveltia/cms';
import type { ChangeEvent } from 'react';

// The author of an article: a person of the company from a list, or a guest by name.

/** The value of the field: the id of a person, or a guest. */
type Author = string | { name?: string } | null | undefined;

interface Options {
  options: readonly { label: string; value: string }[];
  maxlength: number;
}

const authorOf = (value: CustomFieldControlProps['value']): Author => value?.toJS?.() ?? value;

const guest = ' guest';

/** Creates a control for `CMS.registerFieldType`. */
export function createAuthorField(): CustomFieldControl {
  const { h, createClass } = window;
  return createClass<CustomFieldControlProps, { isGuest?: boolean }>({
    render() {
      const { field, forID, onChange, classNameWrapper, value } = this.props;
      const { options, maxlength } = field.toJS() as unknown as Options;
      const author = authorOf(value);
      const person = typeof author === 'string' ? author : '';
      const name = typeof author === 'object' ? (author?.name ?? '') : '';
      const isGuest = name !== '' || (this.isGuest === true && !person);
      return h(
        'div',
        { className: 'authorField' },
        h(
          'select',
          {
            id: forID,
            value: isGuest ? guest : person,
            onChange: ({ target }: ChangeEvent<HTMLSelectElement>) => {
              this.isGuest = target.value === guest;
              this.forceUpdate();
              onChange(this.isGuest ? '' : target.value);
            },
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
            value: name,
            // Without a name there is no author yet, and the editor says that the field is required.
            onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
              this.isGuest = true;
              onChange(target.value && { name: target.value });
            },
          }),
      );
    },
  });
}
