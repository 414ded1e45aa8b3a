/**
 * Whether two different texts become equal if one letter is replaced, added or removed, or if two adjacent letters are
 * swapped: `dolar` and `dollar`, `eruo` and `euro`.
 */
export function hasOneSlip(a: string, b: string): boolean {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  const [restA, restB] = [a.slice(start), b.slice(start)];
  if (restA.length !== restB.length) return restA.slice(1) === restB || restA === restB.slice(1);
  const swapped = restA.slice(1, 2) + restA.slice(0, 1) + restA.slice(2);
  return restA.slice(1) === restB.slice(1) || swapped === restB;
}
