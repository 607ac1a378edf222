/*
 * Libraries of the local stack say things of themselves as they start, which read like faults of the demo. Everything else is
 * written as it is. Imported first: some of it is said while modules load.
 */
const chatter = /bigint: Failed to load bindings|MetadataApi not available|oidc-provider WARNING/

for (const level of ['warn', 'info', 'log', 'error'] as const) {
  // biome-ignore lint/suspicious/noConsole: what libraries write there is what this is about.
  const write = console[level]
  console[level] = (...said: unknown[]) => {
    if (!chatter.test(said.map(String).join(' '))) write(...said)
  }
}
