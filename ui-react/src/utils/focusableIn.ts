/** The first part of an element that a press goes to. */
export const focusableIn = (element: Element | null | undefined): HTMLElement | null =>
  element?.querySelector<HTMLElement>('button:not(:disabled), a[href]') ?? null
