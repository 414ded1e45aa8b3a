import { type Language, languages } from '../../texts/languages.ts';
import { fillTemplate } from '../../build/fill-template.ts';

/**
 * The menu of the page's languages. It opens and closes, and its links work, without a script.
 *
 * @param label the word for "language" in the page's language
 * @param pathOf the page's path in a language
 */
export function languageSwitch(current: Language, label: string, pathOf: (language: Language) => string): string {
  const items = languages.map((language) =>
    fillTemplate(linkTemplate, {
      // `/` leads each visitor to the page in their language. The parameter makes it stay in English.
      path: pathOf(language) === '/' ? '/?lang=en' : pathOf(language),
      language,
      mark: language === current ? ' aria-current="true"' : '',
      name: ownName(language),
    }),
  );
  return fillTemplate(switchTemplate, { label, name: ownName(current), items: items.join('') });
}

/** A language's name in the language itself, such as `Français`. */
function ownName(language: Language): string {
  // The menu has both forms of Chinese: 简体中文 and 繁體中文.
  const tag = language === 'zh' ? 'zh-Hans' : language;
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(tag) ?? tag;
  return name.replace(/^./u, (first) => first.toLocaleUpperCase(language));
}

const linkTemplate = '<li><a href="{{path}}" lang="{{language}}" hreflang="{{language}}"{{{mark}}}>{{name}}</a></li>';

const switchTemplate = `<button type="button" class="language" popovertarget="languages">
        <svg width="20" height="20" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8" aria-hidden="true"><circle cx="12" cy="12" r="9.5" /><ellipse cx="12" cy="12" rx="4" ry="9.5" /><path d="M2.5 12h19" /></svg>
        <span class="unseen">{{label}}: </span><span class="name">{{name}}</span>
      </button>
      <ul id="languages" popover aria-label="{{label}}">{{{items}}}</ul>`;
