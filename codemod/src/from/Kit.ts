import type { EditedFile } from './EditedFile.js'
import type { Helper } from './helpers/Helper.js'

/** A library that apps come over from. */
export interface Kit {
  /** The page about it, below `coming-over/` of the documentation. */
  readonly page: string
  /** Whether a module belongs to it, by the name that an import has. */
  owns(module: string): boolean
  /** Its packages, to be taken out of the app once nothing imports them. */
  readonly packages: readonly string[]
  /** Other signs that a file uses it, beside the names of its packages. */
  readonly marks?: readonly string[]
  /** Plans the changes of all files. */
  move(app: App): void
  /** Advice for names that no rule moves, by name. */
  readonly advice: Readonly<Record<string, string>>
  /** Style sheets and other modules that are imported for what they do, and what is imported instead. */
  readonly styles: Readonly<Record<string, string>>
}

/** The files of an app, and what the rules ask to be written beside them. */
export interface App {
  readonly files: readonly EditedFile[]
  /** Has a file of the app's own written into `latchkey/`, and imports its export into a file. */
  help(file: EditedFile, helper: Helper): void
  /** Where the kernel is made, once a rule has written it. */
  readonly kernels: Map<EditedFile, { readonly configName: string }>
  /** A package that the app needs from now on. */
  need(name: string): void
}
