import type { EditedFile } from '../EditedFile.js'
import type { Helper } from '../helpers/Helper.js'
import { useAccountModal, useChainModal, useConnectModal } from '../helpers/modalHooks.js'
import { localName, usesOf } from '../imports.js'
import type { App } from '../Kit.js'

const hooks: readonly Helper[] = [useConnectModal, useAccountModal, useChainModal]

/** Takes the hooks that open a view from files that are written into the app. */
export function moveHooks(app: App, file: EditedFile, owns: (module: string) => boolean): void {
  for (const hook of hooks) {
    const local = localName(file.file, owns, hook.name)
    if (local === undefined) continue
    app.help(file, hook)
    for (const use of usesOf(file.file, local)) file.replace(use, hook.name)
  }
}
