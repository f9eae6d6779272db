/**
 * Numbers of the ZIP format.
 *
 * Source: PKWARE APPNOTE.TXT 6.3.10 sections 4.3 and 4.4.
 * @module
 */

/** Signatures and lengths of the records (sections 4.3.7, 4.3.9, 4.3.12, 4.3.15, 4.3.16). */
export const ZIP = {
  LocalSignature: 0x04034b50,
  LocalOctets: 30,
  DescriptorSignature: 0x08074b50,
  DirectorySignature: 0x02014b50,
  DirectoryOctets: 46,
  Zip64LocatorSignature: 0x07064b50,
  Zip64LocatorOctets: 20,
  EndSignature: 0x06054b50,
  EndOctets: 22,
} as const;

/** Compression methods that are read (section 4.4.5). */
export const ZIP_METHOD = { Stored: 0, Deflated: 8 } as const;

/** General purpose bits (section 4.4.4). */
export const ZIP_FLAG = {
  Encrypted: 0x0001,
  Descriptor: 0x0008,
  Patch: 0x0020,
  StrongEncryption: 0x0040,
  Utf8: 0x0800,
  Masked: 0x2000,
} as const;
