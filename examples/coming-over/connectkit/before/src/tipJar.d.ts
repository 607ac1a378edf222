interface Window {
  /** What the script that drives the app tells it. */
  readonly tipJar: { readonly rpcUrls: Readonly<Record<number, string>> }
}
