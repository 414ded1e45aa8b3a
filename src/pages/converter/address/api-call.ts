import { addresses, paths } from '../../../api/paths.ts';
import { find } from '../../frame/elements.ts';
import { initialState, type PageState } from './address-state.ts';

/**
 * Shows an API request for a state on this host.
 *
 * @param hasFile whether today's rates on the base `from` have a file
 */
export function showCall({ from, to, amount, given, date, source }: PageState, hasFile: boolean): void {
  const query = new URLSearchParams({ from, to });
  // The API converts only amounts of the source currency.
  if (given === 'from' && amount !== '') query.set('amount', amount);
  if (date !== '') query.set('date', date);
  if (source !== initialState.source) query.set('source', source);
  // Today's rates of each base are a static file, which isn't metered. Only some pairs have a file of their own.
  const isFile = date === '' && source === initialState.source && hasFile;
  const call =
    location.origin + (isFile ? `/${paths.ratesByBase(from)}` : `${addresses.convertOnDate}?${query.toString()}`);
  find('call', HTMLElement).textContent = isFile ? `curl ${call}` : `curl '${call}'`;
  find('call-link', HTMLAnchorElement).href = call;
}
