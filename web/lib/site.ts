/** Where readers can reach the project. The one place to change when it moves. */
export const repository = 'https://github.com/clusterfare/clusterfare';

/** Licence of the catalogue's facts. */
export const dataLicence = { name: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' } as const;
