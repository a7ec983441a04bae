/** Where readers can reach the project. The one place to change when it moves. */
export const repository = 'https://github.com/clusterfare/clusterfare';
