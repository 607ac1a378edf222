import { ConnectorError, type NamespaceId } from '@latchkey/kernel/plugin'

/** A button, hook or route names a namespace that no plugin of the host adds. */
export function namespaceNotListed(asked: NamespaceId, listed: readonly NamespaceId[]): ConnectorError {
  const ids = listed.map((id) => `"${id}"`).join(', ')
  return new ConnectorError('This app is not set up for the kind of network that was asked for.', {
    code: 'NAMESPACE_NOT_LISTED',
    metaMessages: [
      `A button, hook or route was given the namespace "${asked}", and no listed plugin adds it.`,
      ids
        ? `Use one of these: ${ids}, or list the plugin that adds "${asked}".`
        : `No namespace is listed: give createKernel a chain plugin, such as eip155().`,
    ],
    docsPath: '@latchkey/ui-react/README.md#buttons',
  })
}
