/** A text in the browser's local storage, which isn't sent to the host. */
export function stored(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    // The storage isn't allowed.
    return undefined;
  }
}

/** Stores a text until the visitor deletes it. If that fails, the text is forgotten with the page. */
export function store(name: string, text: string): void {
  try {
    localStorage.setItem(name, text);
  } catch {
    // The storage is full or isn't allowed.
  }
}
