/**
 * What draws for other programs have beside config/vitest.setup.ts: they stay short. The fixed seed, the floors of what is compared, and the
 * rules for the faults of those programs, each of which has to be met, belong to such draws; long ones meet limits of the programs first.
 */
import fc from 'fast-check';

fc.configureGlobal({ ...fc.readConfigureGlobal(), defaultSizeToMaxWhenMaxSpecified: false });
