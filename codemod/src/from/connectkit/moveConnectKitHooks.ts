import { SyntaxKind } from 'ts-morph'
import type { EditedFile } from '../EditedFile.js'
import { useChainIsSupported, useIsMounted, useModal } from '../helpers/connectKitHelpers.js'
import { localName, usesOf } from '../imports.js'
import type { App } from '../Kit.js'

const hooks = [useModal, useIsMounted, useChainIsSupported]

/** Members of `useModal()` that the app's own hook doesn't have. */
const gone: Readonly<Record<string, string>> = {
  openAbout: 'The ways to connect lead to it.',
  openOnboarding: 'The ways to connect lead to it.',
  openSIWE: 'Call `sign` of `useSiwx()` of @latchkey/plugin-siwx/react.',
}

export function moveConnectKitHooks(app: App, file: EditedFile, owns: (module: string) => boolean): void {
  const chains = localName(file.file, owns, 'useChains')
  if (chains !== undefined) {
    for (const use of usesOf(file.file, chains)) file.replace(use, 'useChains')
    file.import('wagmi', 'useChains')
  }
  for (const hook of hooks) {
    const local = localName(file.file, owns, hook.name)
    if (local === undefined) continue
    app.help(file, hook)
    for (const use of usesOf(file.file, local)) {
      file.replace(use, hook.name)
      const call = use.getParentIfKind(SyntaxKind.CallExpression)
      if (hook !== useModal || !call) continue
      if (call.getArguments().length > 0)
        file.leave(
          call,
          '`useModal()` takes no callbacks any more. `useEvents()` of @latchkey/ui-react tells of connections.',
        )
      const pattern = call
        .getParentIfKind(SyntaxKind.VariableDeclaration)
        ?.getNameNode()
        .asKind(SyntaxKind.ObjectBindingPattern)
      for (const element of pattern?.getElements() ?? []) {
        const name = element.getPropertyNameNode()?.getText() ?? element.getName()
        if (gone[name] !== undefined)
          file.leave(element, `\`useModal()\` has no \`${name}\` any more. ${gone[name]}`)
      }
    }
  }
}
