/** Names of devices on Windows, alone or with any extension: files cannot have these names there. */
export const deviceName = /^(?:con|prn|aux|nul|(?:com|lpt)[\d¹²³])(?:\.|$)/iu;
