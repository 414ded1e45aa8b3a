import type { Token, Tokens } from 'marked';

/** Consecutive `####` sections of a guide, which show the same thing in several languages or programs. */
export interface Tabs {
  readonly type: 'tabs';
  readonly raw: '';
  /** The tokens of each section. */
  readonly panels: [heading: Tokens.Heading, ...content: Token[]][];
}

/** Groups consecutive `####` sections. A section ends at the next heading. */
export function groupTabs(tokens: readonly Token[]): Token[] {
  const grouped: Token[] = [];
  let tabs: Tabs | undefined;
  for (const token of tokens) {
    if (isHeading(token) && token.depth === 4) {
      if (!tabs) grouped.push((tabs = { type: 'tabs', raw: '', panels: [] }));
      tabs.panels.push([token]);
    } else {
      if (isHeading(token)) tabs = undefined;
      (tabs?.panels.at(-1) ?? grouped).push(token);
    }
  }
  return grouped;
}

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading';
