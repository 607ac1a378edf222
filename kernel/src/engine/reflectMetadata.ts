/**
 * The container needs this before its own first line. It stands in a module of its own because bundlers run a
 * CommonJS import where its importer starts, which is after the container.
 */
import 'reflect-metadata/lite'
