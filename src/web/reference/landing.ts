/** The places of the reference other than its endpoints, which begin with a slash. */
const placesOfReference = ['start', 'endpoints', 'headers', 'errors'];

// The reference and the recipes were on this page once. Old links still lead to their places.
const place = decodeURIComponent(location.hash.slice(1));
if (place !== '' && !document.getElementById(place)) {
  const page = place.startsWith('/') || placesOfReference.includes(place) ? 'api' : 'recipes';
  location.replace(`/docs/${page}.html${location.hash}`);
}
