import { fillTemplate } from '../../build/fill-template.ts';

export interface PickerMarkup {
  /** The id of the field. Its label, which the page has, is `ID-label`. */
  readonly id: string;
  /** The currency's code, name and flag. All are empty if no currency is chosen. */
  readonly code: string;
  readonly name: string;
  /** Markup. */
  readonly flag: string;
}

/** A field with a list of currencies. `src/pages/converter/picker/currency-picker.ts` makes it work. */
export function pickerMarkup(picker: PickerMarkup): string {
  return fillTemplate(template, { ...picker });
}

const template = `<div class="picker">
                <span id="{{id}}-flag">{{{flag}}}</span>
                <input
                  id="{{id}}"
                  type="text"
                  role="combobox"
                  aria-autocomplete="list"
                  aria-controls="{{id}}-list"
                  aria-expanded="false"
                  aria-describedby="{{id}}-name"
                  autocapitalize="none"
                  spellcheck="false"
                  value="{{code}}"
                />
                <span id="{{id}}-name" class="name">{{name}}</span>
                <ul id="{{id}}-list" role="listbox" aria-labelledby="{{id}}-label" hidden></ul>
              </div>`;
