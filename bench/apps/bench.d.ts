interface Window {
  __bench: { readonly rpcUrl: string }
  // Of the apps with long lists.
  ready(): Promise<void>
  openAccount(): void
  openList(): void
}
