import { describe, expect, it } from 'vitest';
import { fillTemplate, TemplateError } from './fill-template.ts';

describe('page template', () => {
  it('escapes text in double braces', () => {
    const filled = fillTemplate('<a title="{{x}}">{{x}}</a>', { x: `"><script>'&{{y}}</script>` });
    expect(filled).toBe(
      '<a title="&#34;&#62;&#60;script&#62;&#39;&#38;{{y}}&#60;/script&#62;">&#34;&#62;&#60;script&#62;&#39;&#38;{{y}}&#60;/script&#62;</a>',
    );
  });

  it('inserts markup in triple braces unchanged', () => {
    expect(fillTemplate('<ul>{{{items}}}</ul>', { items: '<li>$& $1</li>' })).toBe('<ul><li>$& $1</li></ul>');
  });

  it('throws if a placeholder has no value', () => {
    expect(() => fillTemplate('{{rate}} {{rat}}', { rate: '1' })).toThrow(new TemplateError('{{rat}} has no value.'));
  });
});
