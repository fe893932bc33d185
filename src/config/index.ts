export { readConfig, withEmbedded } from './read.ts';
export type { ConfigInput } from './read.ts';
export { selectRequirements } from './only.ts';
export { settings } from './settings.ts';
export type { Flags, Setting, SettingName } from './settings.ts';
export { UsageError } from './usage-error.ts';
export type { Config, EmbeddedAddress, EmbeddedConfig, MessagesTarget, UserConfig } from './types.ts';
