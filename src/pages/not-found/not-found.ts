// A URL such as /usd-to-eur opens this pair in the converter. No host has a file for each pair, and none needs one.
const [, from, to] = /^\/([a-z0-9]{3,6})-to-([a-z0-9]{3,6})\/?$/i.exec(location.pathname) ?? [];
if (from !== undefined && to !== undefined) {
  const query = new URLSearchParams({ from: from.toUpperCase(), to: to.toUpperCase() });
  location.replace(`/?${query.toString()}`);
}
