interface Window {
  /** What the connect job looks for on a page. */
  __eyes: {
    button(): HTMLElement | null
    wallet(): HTMLElement | undefined
    isClickable(): boolean
    isListed(): boolean
    isConnected(): boolean
  }
}
