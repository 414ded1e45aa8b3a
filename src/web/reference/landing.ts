/** Anchors of the page `/docs/api`. Anchors of groups and endpoints aren't listed, because they start with a slash. */
const placesOfReference = ['start', 'endpoints', 'headers', 'errors'];

// The reference and the recipes used to be on this page. Old links to their sections are redirected.
const place = decodeURIComponent(location.hash.slice(1));
if (place !== '' && !document.getElementById(place)) {
  const page = place.startsWith('/') || placesOfReference.includes(place) ? 'api' : 'recipes';
  location.replace(`/docs/${page}.html${location.hash}`);
}
