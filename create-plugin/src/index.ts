export { type PluginKind, pluginGenerator } from './pluginGenerator.js'
